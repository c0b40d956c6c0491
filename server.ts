/** The Grove server: `node server.ts`, or `node server.ts --dev` for the development server. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { onStopSignal } from '#lib/stop-signal.ts';
import { openGrove } from '#lib/transport/host/open-grove.ts';
import { sayStartFailed } from '#lib/transport/host/start-failure.ts';
import { readCertificate, watchCertificate } from '#lib/transport/server/certificate.ts';
import { createGroveServer } from '#lib/transport/server/node.ts';
import type { GroveServer } from '#lib/transport/server/node.ts';
import { builtFiles, publicFiles } from '#lib/transport/server/static-files.ts';

async function start(dev: boolean): Promise<void> {
  const { tls } = config();
  const certificate = tls && readCertificate(tls);
  // Next reads these variables when it loads.
  Object.assign(process.env, {
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  });
  const background = await openGrove();
  const pages = deferredPages();
  const server = createGroveServer(
    {
      next: pages.listen,
      // The development server has no built files, and serves `public` itself.
      ...(!dev && {
        files: [
          builtFiles(`${import.meta.dirname}/.next/static`),
          publicFiles(`${import.meta.dirname}/public`),
        ],
      }),
    },
    certificate,
  );
  const address = await listen(server);
  const stopWatching = tls && watchCertificate(tls, server.renew);
  onStopSignal(async () => {
    // The open sockets of the development server never end by themselves.
    await server.close(dev ? 0 : undefined);
    stopWatching?.();
    await background.close();
    process.exit(0);
  });
  await background.start();
  await pages.load(dev, server.http);
  await background.announce(address);
}

type RequestHandler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Requests for pages wait until Next has loaded. */
function deferredPages() {
  const loaded = Promise.withResolvers<RequestHandler>();
  return {
    listen(message: IncomingMessage, response: ServerResponse) {
      loaded.promise.then((handler) => handler(message, response)).catch(console.error);
    },
    async load(dev: boolean, httpServer: Server) {
      const { default: next } = await import('next');
      const { host: hostname, port } = config();
      const app = next({ dev, dir: import.meta.dirname, hostname, port, httpServer });
      await app.prepare();
      loaded.resolve(app.getRequestHandler());
    },
  };
}

async function listen(server: GroveServer): Promise<AddressInfo> {
  const { host, port } = config();
  try {
    return await server.listen(port, host);
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port);
  }
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const known: Record<string, string> = {
    EADDRINUSE: `port ${port} is taken; set PORT to another one`,
    EACCES: `port ${port} may not be used by this user; set PORT to another one`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
    ENOTFOUND: `HOST ${host} is not an address of this machine`,
    EAI_AGAIN: `HOST ${host} is not an address of this machine`,
  };
  const message = known[error.code ?? ''];
  return message === undefined ? error : new OperatorError(message);
}

try {
  await start(process.argv.includes('--dev'));
} catch (error) {
  sayStartFailed(error);
  process.exit(1);
}

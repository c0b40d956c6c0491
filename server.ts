/** The Grove server: `node server.ts`, or `node server.ts --dev` for the development server. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setupLink } from '#lib/service/people/setup.ts';
import { startRecord, stopRecord } from '#lib/service/record/background.ts';
import { writeJoined } from '#lib/audit/joined.ts';
import { writeV1Callers } from '#lib/audit/v1-callers.ts';
import { recordUrl } from '#lib/auth/tokens/known-urls.ts';
import { completeRestore } from '#lib/backup/restore.ts';
import { startBackups, stopBackups } from '#lib/backup/schedule.ts';
import { config } from '#lib/config.ts';
import { stopCounting } from '#lib/limits/request-rates.ts';
import { mailSent } from '#lib/mail/outbox.ts';
import { isOperatorError, OperatorError } from '#lib/operator-error.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { protectKeys } from '#lib/service/keys/protect-keys.ts';
import {
  startKeyWarnings,
  stopKeyWarnings,
} from '#lib/service/identity-keys/scheduled-warnings.ts';
import {
  startDomainChecks,
  stopDomainChecks,
} from '#lib/service/groups/scheduled-domain-checks.ts';
import { startSchedule, stopSyncs } from '#lib/service/registries/background-syncs.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { builtFiles } from '#lib/transport/server/built-files.ts';
import { readCertificate, watchCertificate } from '#lib/transport/server/certificate.ts';
import { publicFiles } from '#lib/transport/server/public-files.ts';
import { listenForMetrics } from '#lib/transport/metrics/endpoint.ts';
import { createGroveServer } from '#lib/transport/server/node.ts';
import type { GroveServer } from '#lib/transport/server/node.ts';
import { exportSpans } from '#lib/tracing/export.ts';
import { onStopSignal } from '#lib/stop-signal.ts';

async function start(dev: boolean): Promise<void> {
  const { url, tls } = config();
  completeRestore();
  await openDatabase();
  await protectKeys();
  // Next and next-auth read these variables when they load.
  Object.assign(process.env, {
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: secrets().session,
  });
  const stopExport = await exportSpans();
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
    tls && readCertificate(tls),
  );
  startBackups();
  const metrics = await listenForMetrics();
  await listen(server);
  const stopWatching = tls && watchCertificate(tls, server.renew);
  stopOnSignal(server, dev, async () => {
    metrics?.close();
    stopWatching?.();
    await stopExport?.();
  });
  await recordUrl(url, true);
  startSchedule();
  startRecord();
  startDomainChecks();
  startKeyWarnings();
  await pages.load(dev, server.http);
  await announce(url);
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

async function listen(server: GroveServer): Promise<void> {
  const { host, port } = config();
  try {
    await server.listen(port, host);
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

async function announce(url: string): Promise<void> {
  const link = await setupLink();
  console.log(`Grove is ready at ${url}`);
  if (link !== null) {
    console.log(`Create the first organization at ${link}`);
  }
}

/** How long messages that were caused before the end are still sent. */
const MAIL_MS = 5_000;

/** @param stopReports ends what tells others how the server does. */
function stopOnSignal(server: GroveServer, dev: boolean, stopReports: () => Promise<void>): void {
  onStopSignal(async () => {
    // The open sockets of the development server never end by themselves.
    await server.close(dev ? 0 : undefined);
    await stopKeyWarnings();
    await mailSent(MAIL_MS);
    await Promise.all([stopSyncs(), stopBackups(), writeV1Callers(), writeJoined()]);
    await stopDomainChecks();
    await stopRecord();
    await stopReports();
    await stopCounting();
    await closeDatabase();
    process.exit(0);
  });
}

try {
  await start(process.argv.includes('--dev'));
} catch (error) {
  console.error(isOperatorError(error) ? `grove: ${error.message}` : error);
  process.exit(1);
}

/**
 * Grove under `next start` and `next dev`, whose server nobody hands to Grove. Node.js announces what
 * arrives there, before Next sees it.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import { sayStartFailed } from './start-failure.ts';
import { onStopSignal } from '#lib/stop-signal.ts';
import { isRpc } from '#lib/transport/grpc/handler.ts';
import { isIn } from '#lib/transport/endpoints/areas.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';
import { mayBeCompressed } from '#lib/transport/http/compression.ts';
import { boundedConnections } from '#lib/transport/http/connections.ts';
import { arrivalLimits } from '#lib/transport/http/limits.ts';
import { METHOD_HEADER } from '#lib/auth/own-headers.ts';
import { METHODS } from '#lib/transport/server/node-messages.ts';
import { refusingBytes } from '#lib/transport/server/refusals.ts';
import { noteArrival } from './arrivals.ts';
import { observe } from './observe.ts';
import { openGrove } from './open-grove.ts';
import { isMalformed, isServed, MALFORMED_PATH } from './serve.ts';
import { drain } from './stopping.ts';

/** The message of Node's channel `http.server.request.start`. */
interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

/** Ends the process where the settings or the data folder do not allow it. */
export async function hostUnderNext(): Promise<void> {
  try {
    await host();
  } catch (error) {
    sayStartFailed(error);
    process.exit(1);
  }
}

async function host(): Promise<void> {
  const background = await openGrove();
  const servers = watchArrivals();
  await background.start();
  // Next's own listeners would end the process before anything is written.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  onStopSignal(async () => {
    if (process.env['NODE_ENV'] !== 'development') {
      await drain();
      await Promise.all([...servers].map(closed));
    }
    await background.close();
    process.exit(0);
  });
  await background.announce();
}

/** @returns the servers at which requests have arrived. */
function watchArrivals(): ReadonlySet<Server> {
  const servers = new Set<Server>();
  const admit = boundedConnections();
  const lastAnswers = new Map<Server, WeakMap<Socket, ServerResponse>>();
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } };
    const { server } = socket;
    // Before its first bytes, which may not be HTTP.
    if (server instanceof Server && !lastAnswers.has(server)) {
      lastAnswers.set(server, refusingBytes(server));
    }
    admit(socket);
  });
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Arrival;
    if (!servers.has(server)) Object.assign(server, arrivalLimits());
    servers.add(server);
    noteArrival(request, response);
    lastAnswers.get(server)?.set(request.socket, response);
    if (!isRpc(request)) observe(request, response);
    keepSecretsPlain(request);
    if (!METHODS.includes(request.method ?? '')) toUnknownMethod(request);
    else if (isMalformed(request.url ?? '')) request.url = MALFORMED_PATH;
  });
  return servers;
}

/**
 * Next.js compresses answers by itself, whatever they contain, and leaves out the `Content-Encoding`
 * of a route handler. So a handler must not see that its answer may be compressed.
 */
function keepSecretsPlain({ method, url, headers }: IncomingMessage): void {
  const path = pathOf(url);
  const isOwn = isServed(path) || isIn(path, 'nextAuth') || isIn(path, 'calls');
  if (isOwn && !mayBeCompressed(method, path)) delete headers['accept-encoding'];
}

/** Next.js fails for methods that the web's Request does not take, such as TRACE. */
function toUnknownMethod(request: IncomingMessage): void {
  request.headers[METHOD_HEADER] = request.method;
  request.method = 'GET';
  request.url = MALFORMED_PATH;
}

/** Waits for running requests, and not longer than they may take. */
async function closed(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  await Promise.race([ended, wait(config().bounds.stopSeconds * 1_000)]);
}

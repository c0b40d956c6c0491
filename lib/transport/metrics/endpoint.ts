/** `/metrics`: with a token on the port of the API, and on a port of its own. */
import { createServer, type Server } from 'node:http';
import { ApiError } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { sameText } from '#lib/secrets/signatures.ts';
import { METRICS_PATH, pathOf } from '#lib/transport/http/api-paths.ts';
import { exposition } from './exposition.ts';
import { startMetrics } from './registry.ts';

/** Whether the port of the API has the metrics. */
export const areMetricsOffered = (): boolean => config().metrics?.token !== undefined;

/** @throws ApiError UNAUTHENTICATED without the token. */
export async function handleMetrics(request: Request): Promise<Response> {
  if (!isAllowed(request.headers.get('authorization'))) throw refused();
  const { text, type } = await exposition(request.headers.get('accept'));
  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } });
}

function refused(): ApiError {
  return new ApiError('UNAUTHENTICATED', 'the metrics need their own bearer token', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function isAllowed(authorization: string | null | undefined): boolean {
  const token = config().metrics?.token;
  return token === undefined || sameText(authorization ?? '', `Bearer ${token}`);
}

/** Listens on the port for metrics, where there is one. @throws OperatorError if it cannot. */
export async function listenForMetrics(): Promise<Server | null> {
  if (config().metrics === undefined) return null;
  startMetrics();
  const listen = config().metrics?.listen;
  if (listen === undefined) return null;
  const server = createServer((message, response) => {
    const isRead = message.method === 'GET' || message.method === 'HEAD';
    if (pathOf(message.url) !== METRICS_PATH || !isRead) {
      response.writeHead(404).end();
      return;
    }
    if (!isAllowed(message.headers.authorization)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    exposition(message.headers.accept)
      .then(({ text, type }) => response.writeHead(200, { 'content-type': type }).end(text))
      .catch((error: unknown) => {
        logError('the metrics could not be read', error);
        response.writeHead(500).end();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(unusable(error, listen)));
    server.listen(listen.port, listen.host, resolve);
  });
  return server;
}

function unusable(error: Error, { host, port }: { host: string; port: number }): OperatorError {
  const { code = error.message } = error as NodeJS.ErrnoException;
  return new OperatorError(
    `the metrics cannot listen on ${host} port ${port} (${code}); set GROVE_METRICS_PORT to another one`,
  );
}

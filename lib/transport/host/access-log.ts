/** A line for each request, if the operator wants one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { config } from '#lib/config.ts';
import { logInfo } from '#lib/log.ts';
import { operationOf } from '#lib/transport/metrics/operations.ts';

/** Paths of the API name resources only. Those of pages may have a code of an invite. */
const API_PATH = /^\/(?:iam|registry|vulnerabilities)\/[^?]*/;

/** Logs a request over HTTP when its response closes, without query, headers and body. */
export function logResponse(message: IncomingMessage, response: ServerResponse): void {
  if (!config().accessLog) return;
  const start = performance.now();
  const { method = 'GET', url = '' } = message;
  const client = String(message.headers[CLIENT_ADDRESS_HEADER] ?? '');
  response.once('close', () => {
    const operation = operationOf(method, url);
    // As in the metrics, for a client that did not wait for its answer.
    const status = response.writableFinished ? response.statusCode : 499;
    const requestId = response.getHeader('x-request-id');
    const milliseconds = Math.round(performance.now() - start);
    const path = API_PATH.exec(url)?.[0];
    logInfo(`${method} ${path ?? operation} ${status} ${milliseconds} ms ${client}`, {
      method,
      ...(path !== undefined && { path }),
      operation,
      status,
      milliseconds,
      client,
      ...(typeof requestId === 'string' && { requestId }),
    });
  });
}

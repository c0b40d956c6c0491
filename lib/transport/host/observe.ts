/** What a request over HTTP leaves behind, where wanted: a measure, a span and a line of the log. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { config } from '#lib/config.ts';
import { logInfo } from '#lib/log.ts';
import { currentTrace, enterTrace } from '#lib/tracing/current.ts';
import { spanStarter, type Span } from '#lib/tracing/spans.ts';
import { findArea } from '#lib/transport/endpoints/areas.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';
import { operationOf } from '#lib/transport/metrics/operations.ts';
import { isMeasured, measureResponse } from '#lib/transport/metrics/requests.ts';

/**
 * Observes the request until its response closes. What answers it is part of the span. The log has no
 * query, headers and body. A call over gRPC has its own measure and span.
 */
export function observe(message: IncomingMessage, response: ServerResponse): void {
  const { accessLog } = config();
  const { method = 'GET', url = '' } = message;
  const span = spanOf(method, url);
  if (!accessLog && span === undefined && !isMeasured()) return;
  const start = performance.now();
  const client = String(message.headers[CLIENT_ADDRESS_HEADER] ?? '');
  response.once('close', () => {
    const elapsed = performance.now() - start;
    const operation = operationOf(method, url);
    // As nginx has it, for a client that did not wait for its answer.
    const status = response.writableFinished ? response.statusCode : 499;
    const id = response.getHeader('x-request-id');
    const requestId = typeof id === 'string' ? id : undefined;
    measureResponse(url, operation, status, elapsed);
    const attributes = {
      'http.response.status_code': status,
      ...(requestId !== undefined && { 'grove.request_id': requestId }),
    };
    span?.end(attributes, status >= 500);
    if (!accessLog) return;
    const milliseconds = Math.round(elapsed);
    const asked = pathOf(url);
    const path = findArea(asked)?.isLogged === true ? asked : undefined;
    logInfo(`${method} ${path ?? operation} ${status} ${milliseconds} ms ${client}`, {
      method,
      ...(path !== undefined && { path }),
      operation,
      status,
      milliseconds,
      client,
      ...(requestId !== undefined && { requestId }),
    });
  });
  if (span !== undefined) enterTrace(span.context);
}

function spanOf(method: string, url: string): Span | undefined {
  const start = spanStarter();
  if (start === undefined || findArea(pathOf(url))?.isProbe === true) return undefined;
  return start(operationOf(method, url), 'server', currentTrace(), {
    'http.request.method': method,
  });
}

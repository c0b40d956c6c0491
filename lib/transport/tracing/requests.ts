/** Requests over HTTP as parts of their callers' traces, with a span each where spans are exported. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { currentTrace, enterTrace } from '#lib/tracing/current.ts';
import { spanStarter } from '#lib/tracing/spans.ts';
import { operationOf } from '#lib/transport/metrics/operations.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';

/** Asked for every few seconds, and of no interest. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

/** What answers the request is part of a span that ends when the response closes. */
export function traceResponse(message: IncomingMessage, response: ServerResponse): void {
  const start = spanStarter();
  const { method = 'GET', url = '' } = message;
  if (start === undefined || PROBES.includes(pathOf(url))) return;
  const span = start(operationOf(method, url), 'server', currentTrace(), {
    'http.request.method': method,
  });
  response.once('close', () => {
    // As in the metrics, for a client that did not wait for its answer.
    const status = response.writableFinished ? response.statusCode : 499;
    const requestId = response.getHeader('x-request-id');
    span.end(
      {
        'http.response.status_code': status,
        ...(typeof requestId === 'string' && { 'grove.request_id': requestId }),
      },
      status >= 500,
    );
  });
  enterTrace(span.context);
}

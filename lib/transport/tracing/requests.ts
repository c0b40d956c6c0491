/** Requests over HTTP as parts of their callers' traces, with a span each where spans are exported. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { currentTrace, inTrace } from '#lib/tracing/current.ts';
import { spanStarter } from '#lib/tracing/spans.ts';
import { readTraceContext } from '#lib/tracing/trace-context.ts';
import { operationOf } from '#lib/transport/metrics/operations.ts';

/** Asked for every few seconds, and of no interest. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

/** Runs `work` in the trace that the caller sent, if any. */
export function continueTrace({ headers }: IncomingMessage, work: () => void): void {
  const trace = readTraceContext(headerOf(headers, 'traceparent'), headerOf(headers, 'tracestate'));
  if (trace === undefined) work();
  else inTrace(trace, work);
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** Runs `work` with a span that ends when the response closes. */
export function traceResponse(
  message: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void {
  const start = spanStarter();
  const { method = 'GET', url = '' } = message;
  const [path = ''] = url.split('?', 1);
  if (start === undefined || PROBES.includes(path)) {
    work();
    return;
  }
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
  inTrace(span.context, work);
}

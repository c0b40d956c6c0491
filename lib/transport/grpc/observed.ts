/** Measures each call over gRPC, and makes a span for it, where wanted. */
import { Code, type HandlerContext } from '@connectrpc/connect';
import { currentTrace, inTrace } from '#lib/tracing/current.ts';
import { spanStarter } from '#lib/tracing/spans.ts';
import { measureCall } from '#lib/transport/metrics/requests.ts';
import { REQUEST_ID } from './call-rates.ts';
import { toConnectError } from './errors.ts';
import { nameOf } from './protocol-errors.ts';

/** The codes that say that the server failed, rather than the caller. */
const FAILURES: readonly Code[] = [
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
];

/**
 * What `work` returns. It is the whole call, or what refuses it.
 *
 * @param start of the call, by `performance.now()`.
 * @throws ConnectError
 */
export async function observed<T>(
  { method, responseHeader, signal }: HandlerContext,
  work: () => Promise<T>,
  start = performance.now(),
): Promise<T> {
  const requestId = responseHeader.get(REQUEST_ID) ?? '';
  const span = spanStarter()?.(method.name, 'server', currentTrace(), {
    'rpc.system.name': 'grpc',
    'rpc.method': `${method.parent.typeName}/${method.name}`,
    'grove.request_id': requestId,
  });
  const run = async () => {
    try {
      const result = await work();
      measureCall(method.name, 'OK', start);
      span?.end({ 'rpc.response.status_code': 'OK' }, false);
      return result;
    } catch (error) {
      const refusal = toConnectError(error, requestId, signal);
      const { code } = refusal;
      measureCall(method.name, Code[code], start);
      span?.end({ 'rpc.response.status_code': nameOf(code) }, FAILURES.includes(code));
      throw refusal;
    }
  };
  return span === undefined ? run() : inTrace(span.context, run);
}

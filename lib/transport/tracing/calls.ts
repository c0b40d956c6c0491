/** A span for each call over gRPC, where spans are exported. */
import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { currentTrace, inTrace } from '#lib/tracing/current.ts';
import { spanStarter } from '#lib/tracing/spans.ts';
import { nameOf } from '#lib/transport/grpc/protocol-errors.ts';

/** The codes that say that the server failed, rather than the caller. */
const FAILURES: readonly Code[] = [
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
];

export async function traceCall<T>(
  method: DescMethod,
  requestId: string,
  work: () => Promise<T>,
): Promise<T> {
  const start = spanStarter();
  if (start === undefined) return work();
  const span = start(method.name, 'server', currentTrace(), {
    'rpc.system.name': 'grpc',
    'rpc.method': `${method.parent.typeName}/${method.name}`,
    'grove.request_id': requestId,
  });
  const end = (code: string, hasFailed: boolean) =>
    span.end({ 'rpc.response.status_code': code }, hasFailed);
  return inTrace(span.context, async () => {
    try {
      const result = await work();
      end('OK', false);
      return result;
    } catch (error) {
      const { code } = ConnectError.from(error);
      end(nameOf(code), FAILURES.includes(code));
      throw error;
    }
  });
}

/**
 * The health protocol of gRPC, for load balancers.
 *
 * @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md
 */
import { once } from 'node:events';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import {
  HealthCheckResponse_ServingStatus as Serving,
  HealthCheckResponseSchema,
} from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import type { Health, HealthCheckRequest } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import type { Admit } from './watches.ts';
import { isReady } from '#lib/service/readiness.ts';

/**
 * @param names of the services; the empty name is the server as a whole.
 * @param stopping aborted when the server begins to stop.
 * @param admit bounds the number of concurrent watches.
 */
export function healthService(
  names: readonly string[],
  stopping: AbortSignal,
  admit: Admit,
): ServiceImpl<typeof Health> {
  const known = new Set(['', ...names]);
  const now = async () =>
    (await isReady()) && !stopping.aborted ? Serving.SERVING : Serving.NOT_SERVING;
  const answer = (status: Serving) => create(HealthCheckResponseSchema, { status });
  return {
    async check({ service }: HealthCheckRequest) {
      if (known.has(service)) return answer(await now());
      throw new ConnectError('Not found: the service does not exist', Code.NotFound);
    },
    async list() {
      const status = await now();
      return { statuses: Object.fromEntries([...known].map((name) => [name, answer(status)])) };
    },
    watch({ service }: HealthCheckRequest, context: HandlerContext) {
      const { signal } = context;
      return admit(context, async function* watched() {
        yield answer(known.has(service) ? await now() : Serving.SERVICE_UNKNOWN);
        const end = AbortSignal.any([signal, stopping]);
        if (!end.aborted) await once(end, 'abort');
        if (!signal.aborted) yield answer(Serving.NOT_SERVING);
      });
    },
  };
}

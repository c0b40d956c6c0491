/**
 * The health protocol of gRPC, for load balancers.
 *
 * @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md
 */
import { setTimeout as wait } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import { config } from '#lib/config.ts';
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
  const { readinessMs } = config().pace;
  const looked = sharedFor(readinessMs, isReady);
  const now = async (ready = isReady) =>
    (await ready()) && !stopping.aborted ? Serving.SERVING : Serving.NOT_SERVING;
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
        const end = AbortSignal.any([signal, stopping]);
        let last: Serving | undefined;
        while (!end.aborted) {
          const status = known.has(service) ? await now(looked) : Serving.SERVICE_UNKNOWN;
          if (status !== last) yield answer(status);
          last = status;
          await wait(readinessMs, undefined, { signal: end }).catch(() => undefined);
        }
        if (!signal.aborted && last !== Serving.NOT_SERVING) yield answer(Serving.NOT_SERVING);
      });
    },
  };
}

/** One look at the database for all who ask within that time. */
function sharedFor(milliseconds: number, look: typeof isReady): typeof isReady {
  let next = 0;
  let last: Promise<boolean> | undefined;
  return () => {
    const time = performance.now();
    if (last !== undefined && time < next) return last;
    next = time + milliseconds;
    return (last = look());
  };
}

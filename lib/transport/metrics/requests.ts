/** How long requests took, by operation and code. Costs nothing unless somebody may read the metrics. */
import { Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';
import { perProcess } from '#lib/per-process.ts';
import { isIn } from '#lib/transport/endpoints/areas.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

export const REQUESTS = {
  name: 'grove_request_duration_seconds',
  help: 'How long requests took until the last byte of their answer was handed over',
};

type Label = 'protocol' | 'operation' | 'code';

const requests = perProcess<Histogram<Label>>('requests');

export function measureRequests(registry: Registry<OpenMetricsContentType>): void {
  requests.value = new Histogram<Label>({
    ...REQUESTS,
    labelNames: ['protocol', 'operation', 'code'],
    buckets: BUCKETS,
    registers: [registry],
  });
}

/**
 * Measures a call over gRPC that ends now.
 *
 * @param start by `performance.now()`.
 */
export function measureCall(operation: string, code: string, start: number): void {
  const seconds = (performance.now() - start) / 1_000;
  requests.value?.observe({ protocol: 'grpc', operation, code }, seconds);
}

/** Whether somebody may read the metrics. */
export const isMeasured = (): boolean => requests.value !== undefined;

/** @param status of HTTP, or what stands for none. */
export function measureResponse(
  url: string,
  operation: string,
  status: number,
  milliseconds: number,
): void {
  const protocol = isIn(pathOf(url), 'v1') ? 'v1' : 'rest';
  const labels = { protocol, operation, code: String(status) };
  requests.value?.observe(labels, milliseconds / 1_000);
}

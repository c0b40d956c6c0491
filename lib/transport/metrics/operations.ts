/** The names of operations in metrics: few, whichever paths clients send. */
import { findArea } from '#lib/transport/endpoints/areas.ts';
import { findEndpoint } from '#lib/transport/endpoints/find.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';

/** What a request over HTTP asks for, by the name that its method has in gRPC. */
export function operationOf(method: string, target: string): string {
  const path = pathOf(target);
  const endpoint = findEndpoint(method, path);
  if (endpoint !== undefined) return endpoint.operation;
  const area = findArea(path);
  return area === undefined ? 'page' : (area.operation ?? 'unknown');
}

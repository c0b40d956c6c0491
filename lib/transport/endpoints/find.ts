/** Finds the endpoint of a request. Every host, limit and metric asks here. */
import type { RequestKind } from '#lib/settings/limits.ts';
import { AREAS } from './areas.ts';
import type { Endpoint } from './endpoint.ts';

export const ENDPOINTS: readonly Endpoint[] = AREAS.flatMap(({ endpoints = [] }) => endpoints);

const BY_PATH: ReadonlyMap<string, ReadonlyMap<string, Endpoint>> = new Map(
  [...Map.groupBy(ENDPOINTS, ({ path }) => path)].map(([path, those]) => [
    path,
    new Map(those.map((one) => [one.method, one])),
  ]),
);

/** How many segments the paths with `/*` have before it. Longer ones are nearer. */
const DEPTHS = [3, 2];

/** @param path without a query. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  const exact = at(path, name);
  if (exact !== undefined) return exact;
  for (const depth of DEPTHS) {
    const found = at(patternOf(path, depth), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function at(path: string, method: string): Endpoint | undefined {
  const methods = BY_PATH.get(path);
  return methods?.get(method) ?? methods?.get('*');
}

/** `/a/b/*` for the path `/a/b/c/d` and two segments; for `/a/b/` the path without its slash. */
function patternOf(path: string, segments: number): string {
  let slash = 0;
  for (let count = 0; count < segments && slash !== -1; count += 1) {
    slash = path.indexOf('/', slash + 1);
  }
  if (slash === -1) return '';
  return slash === path.length - 1 ? path.slice(0, slash) : `${path.slice(0, slash)}/*`;
}

/** The rate of a request; null where nobody counts it. Without an endpoint the method decides. */
export function rateOf(method: string, path: string): RequestKind | null {
  const found = findEndpoint(method, path);
  if (found !== undefined) return found.rate;
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'read' : 'write';
}

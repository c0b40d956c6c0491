/** The names of operations in metrics: few, whichever paths clients send. */
import { findEndpoint } from '#lib/transport/endpoints/find.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';

/** Anything else that is not an endpoint is a page or a file of the console. */
const OTHERS: readonly [prefix: string, operation: string][] = [
  ['/_next/', 'file'],
  ['/auth/', 'signIn'],
  ['/api/auth/', 'signIn'],
  ['/.well-known/', 'discovery'],
  ['/iam/', 'unknown'],
  ['/registry/', 'unknown'],
  ['/vulnerabilities/', 'unknown'],
];

/** What a request over HTTP asks for, by the name that its method has in gRPC. */
export function operationOf(method: string, target: string): string {
  const path = pathOf(target);
  return (
    findEndpoint(method, path)?.operation ??
    OTHERS.find(([prefix]) => path.startsWith(prefix))?.[1] ??
    'page'
  );
}

/**
 * A cookie alone does not prove which site sent a request. State-changing requests must show their
 * origin.
 */
import { permissionDenied } from '#lib/aip/errors.ts';
import type { Credentials } from './credentials.ts';
import { config } from '#lib/config.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * @throws ApiError PERMISSION_DENIED for a state-changing request that another site may have sent.
 */
export function requireSameOrigin(request: Credentials): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null ? site === 'same-origin' : hasOwnOrigin(request)) return;
  throw permissionDenied([], '', 'a session may change things from its own pages only');
}

function hasOwnOrigin(request: Credentials): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && [config().url, new URL(request.url).origin].includes(origin);
}

/** Where a request comes from, as far as it can be told; only for limits that are loose anyway. */
import { isIP } from 'node:net';
import { isLoopbackAddress } from '#lib/net/addresses.ts';

/** Set by the HTTP server itself, over whatever a client sent. */
export const CLIENT_ADDRESS_HEADER = 'x-grove-client';

/** The peer, or what a reverse proxy on the same machine says of its own peer. */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined): string {
  if (peer === undefined) return 'unknown';
  if (!isLoopbackAddress(peer)) return peer;
  const nearest = forwardedFor?.split(',').at(-1)?.trim() ?? '';
  return isIP(nearest) === 0 ? peer : nearest;
}

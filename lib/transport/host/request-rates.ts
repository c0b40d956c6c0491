/** Counts the requests of each client network, regardless of caller and path. */
import { tryAgain } from '#lib/aip/errors.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { countRequest } from '#lib/limits/request-rates.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import type { RequestKind } from '#lib/settings/limits.ts';
import { isRead } from '#lib/transport/methods/reads.ts';

/** Load balancers and orchestrators request these all the time. */
const UNCOUNTED = ['/healthz', '/readyz'];

const SIGN_IN =
  /^\/(?:auth\/v1\/(?:setup|password|emailVerification|emailChange|invites:|authenticatorApps|passkeys|recoveryCodes|sessions:reauthenticate)|api\/auth\/)/;
const TOKENS = /^\/(?:sts|oauth)\//;
/** A provider redirects the browser back with a GET, which redeems its code. */
const CALLBACK = /^\/api\/auth\/callback\//;

function kindOf(method: string, path: string): RequestKind {
  const reads = isRead(method, path);
  if (CALLBACK.test(path) || (!reads && SIGN_IN.test(path))) return 'signIn';
  if (TOKENS.test(path)) return 'token';
  return reads ? 'read' : 'write';
}

interface Counted {
  method: string;
  headers: Pick<Headers, 'get'>;
}

/**
 * Counts the request.
 *
 * @returns the header fields that say how much of the rate is left.
 * @throws ApiError RESOURCE_EXHAUSTED if the rate is used up; UNAVAILABLE for a request that arrived
 *   before the host could note the address of its client.
 */
export function countClient({ method, headers }: Counted, path: string): Record<string, string> {
  if (UNCOUNTED.includes(path)) return {};
  const address = headers.get(CLIENT_ADDRESS_HEADER);
  if (address === null) throw tryAgain('UNAVAILABLE', 'the server is starting; try again', 1);
  return countRequest('network', clientNetwork(address), kindOf(method, path));
}

/** The header fields of the caller's rate, and those of an error, are the nearer ones. */
export function withRates(response: Response, rates: Record<string, string>): Response {
  for (const [name, value] of Object.entries(rates)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

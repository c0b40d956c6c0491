/** Counts the requests of each client network, regardless of the caller. */
import { tryAgain } from '#lib/aip/errors.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { countRequest } from '#lib/limits/request-rates.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { rateOf } from '#lib/transport/endpoints/find.ts';

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
  const rate = rateOf(method, path);
  if (rate === null) return {};
  const address = headers.get(CLIENT_ADDRESS_HEADER);
  if (address === null) throw tryAgain('UNAVAILABLE', 'the server is starting; try again', 1);
  return countRequest('network', clientNetwork(address), rate);
}

/** The header fields of the caller's rate, and those of an error, are the nearer ones. */
export function withRates(response: Response, rates: Record<string, string>): Response {
  for (const [name, value] of Object.entries(rates)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

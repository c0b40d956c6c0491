/** Who makes a request, as long as they do not make too many. */
import { countRequest } from '#lib/limits/request-rates.ts';
import type { RequestKind } from '#lib/settings/limits.ts';
import { accessRevision } from '#lib/store/store.ts';
import { authenticate } from './authenticate.ts';
import type { AuthenticateOptions } from './authenticate.ts';
import type { Credentials } from './credentials.ts';
import type { Principal } from './principal.ts';
import { isOwnUrl } from './tokens/known-urls.ts';

export interface Identified {
  principal: Principal;
  /** The access revision before the caller was looked up. */
  revision: number;
  /** Looks the caller up again from the same credentials. */
  renew: () => Promise<Principal>;
  /** What is left of the caller's rate, as header fields. */
  rateHeaders: Record<string, string>;
}

/** @throws ApiError UNAUTHENTICATED, or RESOURCE_EXHAUSTED with `retry-after`. */
export async function identify(
  request: Credentials,
  kind: RequestKind,
  options: AuthenticateOptions = {},
): Promise<Identified> {
  // Read first, so that a change during the look-up makes the result count as old.
  const revision = await accessRevision();
  const principal = await authenticate(request, options);
  const renew = () => authenticate(request, options);
  return { principal, revision, renew, rateHeaders: await countCaller(principal, kind) };
}

/**
 * Counts a request of the caller, and of the issuer that vouches for them. The own issuer vouches
 * for every organization, so it has no rate that one of them could use up.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after`.
 */
export async function countCaller(
  { issuer, subject }: Pick<Principal, 'issuer' | 'subject'>,
  kind: RequestKind,
): Promise<Record<string, string>> {
  const rateHeaders = countRequest('caller', `${issuer} ${subject}`, kind);
  if (!(await isOwnUrl(issuer))) countRequest('issuer', issuer, kind);
  return rateHeaders;
}

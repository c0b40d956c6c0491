/** Identifies the caller of a request, within the caller's rate limit. */
import { countRequest } from '#lib/limits/request-rates.ts';
import type { RequestKind } from '#lib/settings/limits.ts';
import { accessRevision } from '#lib/store/store.ts';
import { authenticate } from './authenticate.ts';
import type { AuthenticateOptions, Credentials } from './credentials.ts';
import { CLIENT_ADDRESS_HEADER } from './own-headers.ts';
import { organizationsOf, type Principal } from './principal.ts';
import { isOwnUrl } from './tokens/known-urls.ts';

/** A verified caller, and how to verify them again. */
export interface Identified {
  principal: Principal;
  address: string;
  userAgent: string;
  /** The access revision from before the caller was looked up. */
  revision: number;
  /** A time from before the caller was looked up, in milliseconds since 1970. */
  since: number;
  /** Looks up the caller again from the same credentials, at a later access revision. */
  renew: (revision: number) => Promise<Principal>;
  /** The rest of the caller's rate, as header fields. */
  rateHeaders: Record<string, string>;
}

/** @throws ApiError UNAUTHENTICATED, or RESOURCE_EXHAUSTED with `retry-after`. */
export async function identify(
  request: Credentials,
  kind: RequestKind,
  options: AuthenticateOptions = {},
): Promise<Identified> {
  // Read the revision first, so that a concurrent change invalidates the result.
  const since = Date.now();
  const revision = await accessRevision();
  const renew = (later: number) => authenticate(request, { ...options, revision: later });
  const principal = await renew(revision);
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
  const userAgent = request.headers.get('user-agent') ?? '';
  const rateHeaders = await countCaller(principal, kind);
  return { principal, address, userAgent, revision, since, renew, rateHeaders };
}

/**
 * Counts a request against the caller, and against the token's issuer in the organizations of the caller.
 * Many organizations may share an issuer, and none may use it up for others. The own issuer has no limit.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after`.
 */
export async function countCaller(
  principal: Pick<Principal, 'issuer' | 'subject' | 'identities'>,
  kind: RequestKind,
): Promise<Record<string, string>> {
  const { issuer, subject } = principal;
  const rateHeaders = countRequest('caller', `${issuer} ${subject}`, kind);
  if (!(await isOwnUrl(issuer))) {
    countRequest('issuer', `${issuer} ${organizationsOf(principal)}`, kind);
  }
  return rateHeaders;
}

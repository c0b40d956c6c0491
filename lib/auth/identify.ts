/** Identifies the caller of a request, by a bearer token or a session, within the caller's rate limit. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { unauthenticated } from '#lib/aip/errors.ts';
import { sharesOfCaller } from '#lib/auth/principal.ts';
import type { AuthenticateOptions, Credentials, Principal } from '#lib/auth/principal.ts';
import { noteCaller } from '#lib/auth/last-seen.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { recordingRefused } from '#lib/auth/refused-uses.ts';
import { fromSession } from '#lib/auth/sessions/from-session.ts';
import { fromToken } from '#lib/auth/tokens/from-token.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { countRequest } from '#lib/limits/request-rates.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import type { RequestKind } from '#lib/settings/limits.ts';
import { accessRevision } from '#lib/store/store.ts';

/** A verified caller, and how to verify them again. */
export interface Identified {
  principal: Principal;
  address: string;
  userAgent: string;
  /** The access revision from before the caller was looked up. */
  revision: string;
  /** A time from before the caller was looked up, in milliseconds since 1970. */
  since: number;
  /** Looks up the caller again from the same credentials, at a later access revision. */
  renew: (revision: string) => Promise<Principal>;
  /** The rest of the caller's rate, as header fields. */
  rateHeaders: Record<string, string>;
}

type LookedUp = Pick<Identified, 'principal' | 'revision' | 'since'>;

/** The reads of a page that is being rendered, which have the visitor's credentials and are one request. */
export const pageReads = new AsyncLocalStorage<{ visitor?: Promise<LookedUp> }>();

/** @throws ApiError UNAUTHENTICATED, or RESOURCE_EXHAUSTED with `retry-after`. */
export async function identify(
  request: Credentials,
  kind: RequestKind,
  options: AuthenticateOptions = {},
): Promise<Identified> {
  const page = pageReads.getStore();
  const first = (revision: string) => authenticate(request, { ...options, revision });
  const renew = (later: string) =>
    authenticate(request, { ...options, revision: later, isAgain: true });
  const { principal, revision, since } = await (page === undefined
    ? lookUp(first)
    : (page.visitor ??= lookUp(first)));
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
  const userAgent = request.headers.get('user-agent') ?? '';
  const rateHeaders = await countCaller(principal, kind);
  return { principal, address, userAgent, revision, since, renew, rateHeaders };
}

async function lookUp(look: Identified['renew']): Promise<LookedUp> {
  // Read the revision first, so that a concurrent change invalidates the result.
  const since = Date.now();
  const revision = await accessRevision();
  return { principal: await look(revision), revision, since };
}

/**
 * Counts a request against the caller, and against the token's issuer in the share of an
 * organization of the caller. Many organizations may use one issuer, and none may use up its rate
 * for the others. The installation's own issuer has no such limit.
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
    const shares = await sharesOfCaller(principal);
    countRequest(
      'issuer',
      shares.length === 0 ? [issuer] : shares.map((one) => `${issuer} ${one}`),
      kind,
    );
  }
  return rateHeaders;
}

/**
 * @throws ApiError UNAUTHENTICATED that names the flaw of the credentials, or says that they match
 *   no identity.
 */
async function authenticate(
  request: Credentials,
  options: AuthenticateOptions,
): Promise<Principal> {
  const since = Date.now();
  const authorization = request.headers.get('authorization');
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
  const client = {
    network: clientNetwork(address),
    userAgent: request.headers.get('user-agent') ?? undefined,
  };
  const principal = await recordingRefused(client, () =>
    authorization === null
      ? fromSession(request, options)
      : fromHeader(authorization, { ...options, address }),
  );
  if (options.isAgain !== true) await noteCaller(principal, since);
  return principal;
}

function fromHeader(authorization: string, options: AuthenticateOptions): Promise<Principal> {
  const token = /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw unauthenticated('the Authorization header must be Bearer and a token');
  }
  return fromToken(token, options);
}

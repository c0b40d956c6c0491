/** The caller whom a session of the console represents. */
import { permissionDenied, unauthenticated } from '#lib/aip/errors.ts';
import { identitiesOfSubject } from '#lib/auth/matching/account-identities.ts';
import { boundElsewhere } from '#lib/auth/matching/bound-elsewhere.ts';
import { isEmailVerified } from '#lib/auth/matching/claim-checks.ts';
import { identitiesMatching, type Matched } from '#lib/auth/matching/identities.ts';
import { ownIdentityIn } from '#lib/auth/own-identity.ts';
import type { AuthenticateOptions, Credentials, Principal } from '#lib/auth/principal.ts';
import { refusedEnded, requireUnblocked } from '#lib/auth/refused-uses.ts';
import { readSession, sessionNamedIn, type LiveSession } from '#lib/auth/sessions/sessions.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { config } from '#lib/config.ts';
import { email as emailField } from '#lib/resources/fields.ts';
import { UNATTENDED_HEADER } from '#lib/unattended.ts';

async function matchedBy(
  { issuer, subject, claims }: LiveSession,
  revision?: string,
): Promise<Matched> {
  if (await isOwnUrl(issuer, revision)) return identitiesOfSubject(subject, claims, revision);
  return identitiesMatching(claims, { isOwnRequest: true, revision });
}

/** True if a block leaves the session no access. */
export async function isSessionBlocked(session: LiveSession, revision: string): Promise<boolean> {
  const { identities, isStopped } = await matchedBy(session, revision);
  return identities.length === 0 && isStopped;
}

const NO_SESSION = 'there is no token and no session';

export async function fromSession(
  request: Credentials,
  { admitsStrangers = false, isAgain = false, isWatch = false, revision }: AuthenticateOptions,
): Promise<Principal> {
  const cookies = request.headers.get('cookie');
  const isUse = !isAgain && !isWatch && request.headers.get(UNATTENDED_HEADER) === null;
  const session = await readSession(cookies, { isUse, revision });
  if (session === null) {
    const ended = await sessionNamedIn(cookies);
    throw ended === null ? unauthenticated(NO_SESSION) : await refusedEnded(NO_SESSION, ended);
  }
  requireSameOrigin(request);
  const matched = await matchedBy(session, revision);
  requireUnblocked('session', session, matched);
  if (matched.identities.length === 0 && !admitsStrangers) {
    throw unauthenticated('the session matches no identity any more');
  }
  const { uid, issuer, subject, email, name, claims, provider, signIn } = session;
  const { identities, own, blockedIn } = matched;
  const { data: asserted } = emailField.safeParse(claims['email']);
  const isWithheld = email === '' && asserted !== undefined;
  const withheld = isWithheld ? { withheldEmail: asserted } : {};
  return {
    issuer,
    subject,
    email,
    emailVerified: isEmailVerified(claims),
    ...withheld,
    name,
    identities,
    ownIdentities: own,
    boundElsewhere: await boundElsewhere(own, revision),
    home: ownIdentityIn({ ownIdentities: own }, provider ?? subject),
    isWhole: true,
    blockedIn,
    via: 'session',
    session: uid,
    signIn,
  };
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A cookie alone does not prove which site sent a request.
 *
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

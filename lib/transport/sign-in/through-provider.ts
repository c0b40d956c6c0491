/**
 * A sign-in through an identity provider, in the order in which it happens. next-auth only sends the browser to
 * the provider and reads its answer; Grove makes all requests to the provider itself, through the guarded fetch.
 */
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { isApiError, isQuotaExceeded } from '#lib/aip/errors.ts';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import type { Provider } from '#lib/auth/providers/identity-providers.ts';
import { authenticationTime, personOf, vouchedPersonOf } from '#lib/auth/providers/person.ts';
import type { VouchedPerson } from '#lib/auth/providers/person.ts';
import { readSession, startSession } from '#lib/auth/sessions/sessions.ts';
import type { SigningIn } from '#lib/auth/sign-in/signing-in.ts';
import { publishedBy, type Discovery } from '#lib/auth/tokens/issuers.ts';
import { sidOf } from '#lib/auth/tokens/logout-tokens.ts';
import { FetchError, parseAddress } from '#lib/net/guarded-request.ts';
import { admitPerson } from '#lib/service/people/people.ts';
import { parametersOf, type OpenSignIn } from './open-sign-ins.ts';
import { redeemCode, type CodeAnswer } from './redeem-code.ts';

interface OpenedSignIn {
  /** The sign-in that the request begins or finishes; null for an answer of the provider that belongs to none. */
  open: OpenSignIn | null;
  client: Required<SigningIn>;
  onArrival: (arrival: Arrival) => void;
}

/** What came of the answer with which the provider sends the browser back. */
export type Arrival =
  | { kind: 'signed in'; claims: Claims; session: string; name: string; email: string | null }
  /** The limits of a group leave no room for the person. */
  | { kind: 'no room'; claims: Claims }
  /** `isOwn` if Grove itself has failed, for example because the database is away. */
  | { kind: 'not redeemed'; error: unknown; isOwn: boolean }
  | { kind: 'not admitted'; claims: Claims; error: unknown };

/**
 * 1. Where the browser is sent, and who reads the answer. Grove keeps state, nonce and PKCE of each tab itself:
 * next-auth has those of one sign-in.
 *
 * @throws FetchError if the issuer's documents cannot be fetched or name no sign-in.
 */
export async function oidcProvider(
  id: string,
  provider: Provider,
  { open, client, onArrival }: OpenedSignIn,
): Promise<OAuthConfig<Claims>> {
  const { document } = await publishedBy(provider.issuer);
  const { authorization_endpoint: authorization, token_endpoint: token } = document;
  if (authorization === undefined || token === undefined) {
    throw new FetchError('MISSING_ENDPOINTS', `${provider.issuer} has no endpoints to sign in at`);
  }
  let claims: Claims = {};
  return {
    id,
    name: provider.name,
    type: 'oauth',
    profile: profileOf,
    issuer: provider.issuer,
    clientId: provider.clientId,
    checks: [],
    authorization: {
      // Grove redirects the browser to this address, so it must be http or https.
      url: parseAddress(authorization).href,
      params: {
        scope: provider.scopes.join(' '),
        ...(open !== null && parametersOf(open)),
      },
    },
    token: {
      url: token,
      async request({ params, provider: { callbackUrl } }) {
        const answer = {
          code: params.code,
          state: params.state,
          iss: params['iss'] as string | undefined,
          redirectUri: callbackUrl,
          expected: { state: open?.state, nonce: open?.nonce },
          verifier: open?.verifier,
        };
        const arrival = await arrive(provider, { document, answer, client });
        onArrival(arrival);
        if (arrival.kind === 'not redeemed') throw arrival.error;
        claims = arrival.claims;
        return { tokens: {} };
      },
    },
    userinfo: { request: async () => claims },
  };
}

/** 2. The person of the code has an identity, and a session. */
async function arrive(
  provider: Provider,
  {
    document,
    answer,
    client,
  }: { document: Discovery; answer: CodeAnswer; client: Required<SigningIn> },
): Promise<Arrival> {
  let claims: Claims;
  try {
    claims = { ...(await redeemCode(provider, document, answer)), iss: provider.issuer };
  } catch (error) {
    return { kind: 'not redeemed', error, isOwn: isOwnFailure(error) };
  }
  try {
    const person = await vouchedPersonOf(claims);
    await admitPerson(provider.uid, person, claims);
    const session = await startPersonSession(provider, { person, claims }, client);
    const { name, email } = person;
    return { kind: 'signed in', claims, session, name, email };
  } catch (error) {
    if (isQuotaExceeded(error)) return { kind: 'no room', claims };
    return { kind: 'not admitted', claims, error };
  }
}

/** Other failures are the provider's, or of whoever made up its answer. */
const isOwnFailure = (error: unknown): boolean =>
  !(error instanceof FetchError) &&
  !(error instanceof TypeError) &&
  !(isApiError(error) && error.status === 'UNAUTHENTICATED');

/** @throws Error if the provider was changed or deleted since the person was sent to it. */
async function startPersonSession(
  { uid, revision }: Provider,
  { person, claims }: { person: VouchedPerson; claims: Claims },
  { userAgent, network, cookies }: Required<SigningIn>,
): Promise<string> {
  const { issuer, subject, name } = person;
  const session = await startSession(
    {
      issuer,
      subject,
      email: person.email ?? '',
      name,
      userAgent,
      network,
      claims,
      provider: uid,
      providerSid: sidOf(claims),
      passkeySince: null,
      secondFactor: false,
      authenticated: authenticationTime(claims),
      formerSession: (await readSession(cookies))?.uid,
    },
    async (reads) => (await reads.get('IdentityProvider', uid))?.revision === revision,
  );
  if (session === null) throw new Error(`the identity provider ${uid} was changed meanwhile`);
  return session;
}

function profileOf(claims: Claims) {
  const { subject, name, email } = personOf(claims);
  return { id: subject, name, email };
}

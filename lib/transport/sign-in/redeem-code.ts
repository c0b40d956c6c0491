/** The second half of the authorization code flow: exchanges a code for the person's claims. */
import { z } from 'zod';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import { boundsOf, fetchJson } from '#lib/net/fetch-guard.ts';
import { FetchError, type Bounds } from '#lib/net/guarded-request.ts';
import { requireNoNul } from '#lib/auth/tokens/claims.ts';
import { verifyForeignToken } from '#lib/auth/tokens/foreign-tokens.ts';
import type { Provider } from '#lib/auth/providers/identity-providers.ts';
import type { Discovery } from '#lib/auth/tokens/issuers.ts';

/** The parameters that the provider returned, and the values stored when the sign-in began. */
export interface CodeAnswer {
  code: string | undefined;
  state: string | undefined;
  /** The issuer as RFC 9207 repeats it. Most providers omit it. */
  iss: string | undefined;
  redirectUri: string;
  expected: { state: string | undefined; nonce: string | undefined };
  verifier: string | undefined;
}

const tokens = z.object({ id_token: z.string(), access_token: z.string().optional() });

const MAX_SUBJECT_LENGTH = 1_024;

/**
 * Redeems the code. If the ID token lacks the e-mail address or a claim of a role rule, the user info
 * is fetched for it.
 *
 * @throws FetchError, ApiError or TypeError that says what was wrong.
 */
export async function redeemCode(
  provider: Provider,
  document: Discovery,
  answer: CodeAnswer,
): Promise<Claims> {
  const { expected, verifier } = answer;
  if (expected.state === undefined || answer.state !== expected.state) {
    throw new TypeError('the state is not that of the sign-in that began here');
  }
  if (answer.iss !== undefined && answer.iss !== provider.issuer) {
    throw new TypeError('the answer is of another issuer');
  }
  if (answer.code === undefined || verifier === undefined || expected.nonce === undefined) {
    throw new TypeError('the answer has no code, or the sign-in did not begin here');
  }
  const bounds = boundsOf(provider.issuer);
  const answered = tokens.safeParse(await fetchTokens(provider, document, answer, bounds));
  if (!answered.success) {
    throw new FetchError('BAD_ANSWER', 'the token endpoint did not answer with an ID token');
  }
  const { id_token: idToken, access_token: accessToken } = answered.data;
  const claims = await verifyIdToken(provider, idToken, expected.nonce);
  const isComplete = ['email', ...provider.ruleClaims].every((one) => claims[one] !== undefined);
  if (isComplete || accessToken === undefined) return claims;
  return { ...(await userInfo(document, accessToken, claims, bounds)), ...claims };
}

function fetchTokens(
  { clientId, clientSecret }: Provider,
  document: Discovery,
  { code = '', verifier = '', redirectUri }: CodeAnswer,
  bounds: Bounds,
): Promise<unknown> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
  // An issuer that names no method supports Basic.
  const methods = document.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (clientSecret === null) {
    form.set('client_id', clientId);
  } else if (methods.includes('client_secret_basic') || !methods.includes('client_secret_post')) {
    const pair = [clientId, clientSecret].map(formEncoded).join(':');
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  } else {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  const endpoint = document.token_endpoint ?? '';
  return fetchJson(endpoint, bounds, { method: 'POST', headers, body: form.toString() });
}

function formEncoded(text: string): string {
  return new URLSearchParams({ text }).toString().slice('text='.length);
}

async function verifyIdToken(provider: Provider, token: string, nonce: string): Promise<Claims> {
  const claims = await verifyForeignToken(token, provider.issuer, ({ aud }) =>
    [aud ?? []].flat().includes(provider.clientId),
  );
  const { iss, sub, azp } = claims;
  if (iss !== provider.issuer) throw new TypeError('the ID token is of another issuer');
  if (azp !== undefined && azp !== provider.clientId) {
    throw new TypeError('the ID token was issued to another client (azp)');
  }
  if (claims['nonce'] !== nonce) throw new TypeError('the ID token is of another sign-in');
  const isUsable = typeof sub === 'string' && sub !== '' && sub.isWellFormed();
  if (!isUsable || sub.length > MAX_SUBJECT_LENGTH) {
    throw new TypeError('the ID token has no usable subject');
  }
  return claims;
}

/**
 * Empty if the user info belongs to another subject or cannot be fetched. Then the claims that only
 * it has are missing.
 */
async function userInfo(
  { userinfo_endpoint: endpoint }: Discovery,
  accessToken: string,
  { sub }: Claims,
  bounds: Bounds,
): Promise<Claims> {
  if (endpoint === undefined) return {};
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const info = z
      .record(z.string(), z.unknown())
      .safeParse(await fetchJson(endpoint, bounds, { headers }));
    requireNoNul(JSON.stringify(info.data ?? {}), 'the user info');
    return info.data?.['sub'] === sub && info.data !== undefined ? info.data : {};
  } catch (error) {
    if (error instanceof FetchError) return {};
    throw error;
  }
}

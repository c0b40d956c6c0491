/** Revokes tokens of the installation's own issuer, or says whether one is valid now. */
import { isApiError } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { parentUid } from '#lib/aip/uid.ts';
import { eventOf, recordAudit } from '#lib/audit/record.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { countCaller } from '#lib/auth/identify.ts';
import { unverifiedClaims } from '#lib/auth/tokens/claims.ts';
import { fromToken } from '#lib/auth/tokens/from-token.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { OAuthError, tokenOf } from '#lib/auth/tokens/oauth-requests.ts';
import { looksLikeKey } from '#lib/secrets/identity-key-text.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { is, lessThan } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';

/** Longer than the leeway with which an expired token is still accepted. */
const KEPT_AFTER_EXPIRY_MS = 3_600_000;

/**
 * The token is refused from the next request on. Whoever has a token may revoke it. A token that is not
 * valid anyway changes nothing.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009
 * @throws OAuthError; `unsupported_token_type` for a token of another issuer, which alone can
 *   revoke it, and for a key of an identity.
 */
export async function revokeToken(
  form: URLSearchParams,
  requestId: string,
  client: Client,
): Promise<void> {
  const token = tokenOf(form);
  if (looksLikeKey(token)) {
    const description = 'token: is a key of an identity; delete the key instead';
    throw new OAuthError('unsupported_token_type', description);
  }
  const issuer = unverifiedClaims(token)?.iss ?? null;
  if (issuer !== null && !(await isOwnUrl(issuer))) {
    throw new OAuthError('unsupported_token_type', 'token: only its own issuer can revoke it');
  }
  const own = await validOwnToken(token);
  if (own === null) return;
  const { principal, claims } = own;
  await countCaller(principal, 'token');
  const { jti = '', exp = 0, sub = '' } = claims;
  const now = Date.now();
  await transaction(async (tx) => {
    const longExpired = new Date(now - KEPT_AFTER_EXPIRY_MS);
    await tx.deleteAll('RevokedToken', lessThan('expireTime', longExpired));
    if ((await tx.first('RevokedToken', is('jti', jti))) !== null) return;
    const times = { revokeTime: new Date(now), expireTime: new Date(exp * 1_000) };
    await tx.insertAll('RevokedToken', [{ jti, ...times }]);
    const identity = await tx.get('Identity', sub);
    await recordAudit(tx, {
      ...actorOf({ principal, requestId }, sub),
      ...client,
      ...eventOf('token', 'revoke', sub, parentUid(sub)),
      before: { name: identity?.name ?? '', jti },
    });
  });
}

/**
 * The token's claims, for a caller who has the token's identity or may list it. Anyone else learns
 * no more than about a token that does not exist.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7662
 * @throws OAuthError
 */
export async function introspectToken(call: Call, form: URLSearchParams): Promise<JsonObject> {
  const own = await validOwnToken(tokenOf(form));
  const subject = own?.claims.sub ?? '';
  const isOneself = call.principal.identities.includes(subject);
  if (own === null || !(isOneself || call.reach.holds('identity.list', subject))) {
    return { active: false };
  }
  const { iss, aud, exp, iat, jti, act, identities } = own.claims;
  return {
    active: true,
    token_type: 'Bearer',
    iss: String(iss),
    sub: subject,
    aud: [aud ?? []].flat(),
    exp: Number(exp),
    iat: Number(iat),
    jti: String(jti),
    ...(identities !== undefined && { identities: own.principal.identities.map(String) }),
    ...(act !== undefined && { act: act as JsonObject }),
  };
}

/** A token of this installation; null if a request with it would be refused now. */
async function validOwnToken(token: string) {
  const claims = unverifiedClaims(token);
  if (claims === null || !(await isOwnUrl(claims.iss ?? ''))) return null;
  try {
    return { claims, principal: await fromToken(token) };
  } catch (error) {
    if (isApiError(error) && error.status === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

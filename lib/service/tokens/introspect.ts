/**
 * Says whether a token of the installation's own issuer is valid now.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7662
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { tokenOf } from '#lib/auth/tokens/oauth-requests.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { validOwnToken } from './own-token.ts';

/**
 * The token's claims, for a caller who has the token's identity or may list it. Anyone else learns
 * no more than about a token that does not exist.
 *
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

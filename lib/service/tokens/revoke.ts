/**
 * Revokes tokens of the installation's own issuer. Whoever has a token may revoke it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009
 */
import { parentUid } from '#lib/aip/uid.ts';
import { recordAudit } from '#lib/audit/record.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { countCaller } from '#lib/auth/identify.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { OAuthError, tokenOf } from '#lib/auth/tokens/oauth-requests.ts';
import { looksLikeKey } from '#lib/secrets/identity-key-text.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { is, lessThan } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import { claimedIssuer, validOwnToken } from './own-token.ts';

/** Longer than the leeway with which an expired token is still accepted. */
const KEPT_AFTER_EXPIRY_MS = 3_600_000;

/**
 * The token is refused from the next request on. A token that is not valid anyway changes nothing.
 *
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
  const issuer = claimedIssuer(token);
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
      type: 'grove.iam.token.revoked.v1',
      operation: 'revoke',
      resource: sub,
      group: parentUid(sub),
      before: { name: identity?.name ?? '', jti },
    });
  });
}

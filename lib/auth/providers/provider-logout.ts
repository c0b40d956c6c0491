/**
 * Ends the sessions of a person who has signed out at their identity provider.
 *
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html
 */
import { createHash } from 'node:crypto';
import type { Client } from '#lib/auth/access-record.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { verifyLogoutToken, type LogoutToken } from '#lib/auth/tokens/logout-tokens.ts';
import { invalidRequest, onlyValue } from '#lib/auth/tokens/oauth-requests.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, any, atMost, is, type SimplePredicate } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads, type Transaction } from '#lib/store/store.ts';
import { endSessions } from '#lib/auth/sessions/sessions.ts';

type Named = Pick<LogoutToken, 'issuer' | 'clientId'>;

/**
 * The sessions end from the next request on. The answer is the same whether there were any.
 *
 * @param form with `logout_token`.
 * @throws OAuthError that names the flaw of the token.
 */
export async function logOutThroughProvider(form: URLSearchParams, client: Client): Promise<void> {
  const text = onlyValue(form, 'logout_token');
  if (text === null) throw invalidRequest('logout_token is required');
  const token = await verifyLogoutToken(text, async (named) => {
    const providers = await providersOf(committed, named);
    return providers.length > 0 && !(await isOwnUrl(named.issuer));
  });
  await transaction(async (tx) => {
    if (!(await spend(tx, token))) throw invalidRequest('logout_token: was used before');
    for (const { uid, name } of await providersOf(tx, token)) {
      await endSessions(tx, all(is('provider', uid), whereMeant(token)), client, { uid, name });
    }
  });
}

/** Several organizations may sign their people in through the same client of an issuer. */
function providersOf(
  reads: Reads,
  { issuer, clientId }: Named,
): Promise<RowOf<'IdentityProvider'>[]> {
  return reads.find('IdentityProvider', all(is('issuer', issuer), is('clientId', clientId)));
}

/**
 * The sessions that the token ends. A session of the person without a stored `sid` may be the one
 * that is meant, so it ends too.
 */
function whereMeant({
  issuer,
  subject,
  sid,
}: LogoutToken): SimplePredicate<'issuer' | 'subject' | 'providerSid'> {
  if (subject === null) return is('providerSid', sid);
  const whereTheirs = all(is('issuer', issuer), is('subject', subject));
  if (sid === null) return whereTheirs;
  return all(whereTheirs, any(is('providerSid', sid), is('providerSid', null)));
}

/** Whether this is the first use of the token. */
async function spend(tx: Transaction, { issuer, jti, forgetTime }: LogoutToken): Promise<boolean> {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, jti]))
    .digest('base64url');
  await tx.deleteAll('UsedLogoutToken', atMost('expireTime', new Date()));
  if ((await tx.first('UsedLogoutToken', is('hash', hash))) !== null) return false;
  await tx.insertAll('UsedLogoutToken', [{ hash, expireTime: forgetTime }]);
  return true;
}

/**
 * Links by e-mail that show that the address of an account is its owner's,
 * `ADDRESS/settings/profile#grove-email-<expires>.<mac>`. They are signed and stored nowhere. A link
 * works for its account alone, in a session of that account: otherwise somebody could give their
 * account the address of another person, who would verify it by opening the link.
 */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { isBlockedAtHome } from '#lib/auth/matching/blocked.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { addressOf, mailboxOf, requireFree } from '#lib/auth/sign-in/addresses.ts';
import { countLink, mayLinkUnasked } from '#lib/auth/attempts/link-limits.ts';
import { ownAccount } from '#lib/auth/sign-in/own-account.ts';
import { config } from '#lib/config.ts';
import { dropped, postLink } from '#lib/mail/outbox.ts';
import { addressTakenMail, verificationLinkMail } from '#lib/mail/links.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sameText, signatureOf } from '#lib/secrets/signatures.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { updateEmail } from './new-people.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Account = RowOf<'Account'>;

const macOf = (account: Account, expires: string): string =>
  signatureOf('e-mail verification', addressOf(account), account.identityUid, expires);

/**
 * Sends a link to the address of the caller's account.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_PASSWORD` for callers without an account here, or
 *   `NO_MAIL`; RESOURCE_EXHAUSTED after a few an hour, for the account, the network or the address.
 */
export async function sendVerification(principal: Principal, client: Client): Promise<void> {
  const account = await ownAccount(principal);
  if (config().mail === undefined) {
    throw refusal('NO_MAIL', 'this installation sends no e-mail, so it verifies no address');
  }
  await countLink('verification link', account, addressOf(account), client);
  sendLink(account, client);
}

/**
 * Sends a link after somebody has joined, without an error if there is no e-mail or too much of it. Whoever
 * joins with the address of another person uses up none of the links that this person may ask for.
 */
export async function sendFirstVerification(account: Account, client: Client): Promise<void> {
  if (config().mail === undefined) return;
  const maySend = await mayLinkUnasked('first verification link', addressOf(account), client);
  if (maySend) sendLink(account, client);
  else dropped(postingOf(account), 'the address or the network gets no more this hour');
}

const postingOf = ({ identityUid }: Account) => ({
  what: 'link to verify an address',
  root: rootUid(identityUid),
});

/** Sends the link, or warns whoever has verified the address that another account wants it. */
function sendLink(account: Account, client: Client): void {
  const now = Date.now();
  const write = async () => {
    if (await isBlockedAtHome(account.identityUid)) return null;
    const email = addressOf(account);
    const time = new Date(now);
    if ((await mailboxOf(committed, account)) === null)
      return addressTakenMail(email, time, client);
    const expireTime = new Date(now + LIFETIME_MS);
    const expires = String(expireTime.getTime());
    const code = `grove-email-${expires}.${macOf(account, expires)}`;
    const link = `${config().url}/settings/profile#${code}`;
    return verificationLinkMail({ email, link, expireTime }, time, client);
  };
  postLink({ ...postingOf(account), write });
}

/**
 * Marks the address of the caller's account as verified. Other accounts with the address can no longer
 * do so, and no message about them goes there.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_PASSWORD` as above, or `VERIFICATION_EXPIRED`;
 *   INVALID_ARGUMENT on `code` if no link for the account has it; ALREADY_EXISTS if another
 *   account has verified the address since.
 */
export async function verifyEmail(principal: Principal, code: string): Promise<void> {
  const account = await ownAccount(principal);
  const [, expires = '', given = ''] = /^grove-email-(\d{13})\.([\w-]{43})$/.exec(code) ?? [];
  if (!sameText(macOf(account, expires), given)) throw notTheirs();
  if (Number(expires) <= Date.now()) {
    throw refusal('VERIFICATION_EXPIRED', 'the link has expired; ask for another one');
  }
  const email = addressOf(account);
  await transaction(async (tx) => {
    // A change of the address at the same time must not be undone.
    const whereTheirs = all(is('email', account.email), is('sharedEmail', account.sharedEmail));
    if ((await tx.first('Account', whereTheirs)) === null) throw notTheirs();
    await requireFree(tx, account, email, 'code');
    await updateEmail(tx, account.identityUid, email, false);
  });
}

const notTheirs = () =>
  invalidField('code', 'is not valid: the link is for another account, was used, or was mistyped');

/**
 * Changes the address of an account once both addresses have agreed. A link goes to the current
 * address, and when it is used another one to the new address. Nothing goes to a current address that
 * the account has not verified: it may be of somebody else. Each link is
 * `ADDRESS/settings/profile#grove-email-change-<payload>.<mac>`. The links are signed and stored
 * nowhere. They work in a session of the account alone, and until its password or its address
 * changes.
 */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { programActor } from '#lib/audit/record.ts';
import { recordAccess, type AccessEvent, type Client } from '#lib/auth/access-record.ts';
import { isBlockedAtHome } from '#lib/auth/matching/blocked.ts';
import { notify } from '#lib/auth/notify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { endPendingSignIns } from '#lib/auth/second-factor/factors.ts';
import {
  addressOf,
  columnsFor,
  hasVerifiedAddress,
  namedAccount,
  requireFree,
} from '#lib/auth/sign-in/addresses.ts';
import { countLink } from '#lib/auth/attempts/link-limits.ts';
import { ownAccount } from '#lib/auth/sign-in/own-account.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { endSessions, sessionsOfAccount } from '#lib/auth/sessions/sessions.ts';
import { config } from '#lib/config.ts';
import type { PreviewEmailChangeResponseJson } from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import { changeLinkMail } from '#lib/mail/links.ts';
import { postLink } from '#lib/mail/outbox.ts';
import { email as validEmail } from '#lib/resources/fields.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sameText, signatureOf } from '#lib/secrets/signatures.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';
import { updateEmail } from './new-people.ts';
import { OPERATOR } from './operator.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

type Reader = 'CURRENT' | 'NEW';

interface Change {
  reader: Reader;
  newEmail: string;
  /** In milliseconds. */
  expires: number;
}

type Account = RowOf<'Account'>;

/** The time of its last change makes all links of an account void when one of them was used. */
const macOf = ({ email, identityUid, updateTime }: Account, payload: string): string =>
  signatureOf('e-mail change', email, identityUid, updateTime, payload);

/**
 * @throws ApiError INVALID_ARGUMENT on `code` if no link for the account has it;
 *   FAILED_PRECONDITION `CHANGE_EXPIRED`.
 */
function changeOf(account: Account, code: string): Change {
  const [, payload = '', given = ''] =
    /^grove-email-change-([\w-]{1,1024})\.([\w-]{43})$/.exec(code) ?? [];
  if (!sameText(macOf(account, payload), given)) throw outdated();
  const signed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    Reader,
    string,
    number,
  ];
  const [reader, newEmail, expires] = signed;
  if (expires <= Date.now()) {
    throw refusal('CHANGE_EXPIRED', 'the link has expired; ask for the change again');
  }
  return { reader, newEmail, expires };
}

/** @throws ApiError INVALID_ARGUMENT on `email`. */
function newAddress(given: string, account: Account): string {
  const parsed = validEmail.safeParse(given.trim());
  if (!parsed.success) throw invalidField('email', 'must be an e-mail address');
  if (parsed.data === addressOf(account)) throw invalidField('email', 'is your address already');
  return parsed.data;
}

/**
 * Sends the first link. The caller does not learn whether somebody else has the new address.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_PASSWORD` for callers without an account here, `NO_MAIL`,
 *   or `REAUTHENTICATION_REQUIRED`; INVALID_ARGUMENT on `email`; RESOURCE_EXHAUSTED after a few an
 *   hour, for the account, the network or the address of the link.
 */
export async function beginEmailChange(
  principal: Principal,
  given: string,
  client: Client,
): Promise<void> {
  const account = await ownAccount(principal);
  if (config().mail === undefined) {
    throw refusal(
      'NO_MAIL',
      'this installation sends no e-mail; ask its operator to change the address of your account',
    );
  }
  const newEmail = newAddress(given, account);
  await requireRecentSignIn(principal, 'a change of your e-mail address');
  const reader = (await hasVerifiedAddress(committed, account)) ? 'CURRENT' : 'NEW';
  const address = reader === 'CURRENT' ? addressOf(account) : newEmail;
  await countLink('link to change an address', account, address, client);
  await recordStep(principal, 'email_change.created', client);
  sendLink(account, { reader, newEmail }, client);
}

function sendLink(
  account: Account,
  { reader, newEmail }: Omit<Change, 'expires'>,
  client: Client,
): void {
  const now = new Date();
  const expires = now.getTime() + LIFETIME_MS;
  const write = async () => {
    if (await isBlockedAtHome(account.identityUid)) return null;
    const signed = Buffer.from(JSON.stringify([reader, newEmail, expires])).toString('base64url');
    const code = `grove-email-change-${signed}.${macOf(account, signed)}`;
    const link = `${config().url}/settings/profile#${code}`;
    return changeLinkMail(
      { email: addressOf(account), newEmail, isNew: reader === 'NEW', link },
      { time: now, expireTime: new Date(expires), asked: client },
    );
  };
  postLink({ what: 'link to change an address', root: rootUid(account.identityUid), write });
}

const recordStep = (principal: Principal, event: AccessEvent, client: Client) =>
  transaction((tx) =>
    recordAccess(tx, event, principal, { ...client, credential: principal.session }),
  );

/**
 * What a link would do, before its reader agrees.
 *
 * @throws ApiError as {@link changeOf}; FAILED_PRECONDITION `NO_PASSWORD`.
 */
export async function previewEmailChange(
  principal: Principal,
  code: string,
): Promise<PreviewEmailChangeResponseJson> {
  const account = await ownAccount(principal);
  const { reader, newEmail } = changeOf(account, code);
  return { email: addressOf(account), newEmail, reader };
}

/**
 * Agrees to the change with a link. That of the current address sends one to the new address, and
 * that of the new address changes it.
 *
 * @returns whether the address has changed.
 * @throws ApiError as {@link changeOf}; FAILED_PRECONDITION `NO_PASSWORD`; ALREADY_EXISTS on `code` if
 *   another account has verified the address by now.
 */
export async function agreeToEmailChange(
  principal: Principal,
  code: string,
  client: Client,
): Promise<boolean> {
  const account = await ownAccount(principal);
  const { reader, newEmail } = changeOf(account, code);
  if (reader === 'CURRENT') {
    // The same link may be used again where the second message was lost.
    await countLink('second link to change an address', account, newEmail, client);
    await recordStep(principal, 'email_change.accepted', client);
    sendLink(account, { reader: 'NEW', newEmail }, client);
    return false;
  }
  const { session = '' } = principal;
  const wasTheirs = await hasVerifiedAddress(committed, account);
  await transaction(async (tx) => {
    await moveAccount(tx, account, { newEmail, isUnverified: false, field: 'code' });
    await recordAccess(tx, 'email.updated', principal, { ...client, credential: session });
    await endSessions(
      tx,
      all(await sessionsOfAccount(account.identityUid), not(is('uid', session))),
      client,
    );
    const own = await tx.first('Session', is('uid', session));
    if (own === null || !isJsonObject(own.claims)) throw outdated();
    const claims = { ...own.claims, email: newEmail, email_verified: true };
    await tx.note('Session', is('uid', session), { email: newEmail, claims });
  });
  if (wasTheirs) notify(account, 'emailChanged', client);
  return true;
}

const outdated = () =>
  invalidField(
    'code',
    'is not valid: the link is for another account, was mistyped, or the account has changed since',
  );

/** Links for a new password, and sign-ins that wait for a second step, end with the old address. */
async function moveAccount(
  tx: Transaction,
  account: Account,
  { newEmail, isUnverified, field }: { newEmail: string; isUnverified: boolean; field: string },
): Promise<void> {
  const { email, identityUid, updateTime } = account;
  await requireFree(tx, account, newEmail, field);
  await tx.deleteAll('PasswordReset', is('email', email));
  await endPendingSignIns(tx, email);
  const known = all(is('email', email), is('updateTime', updateTime));
  const columns = { ...(await columnsFor(tx, newEmail, identityUid)), updateTime: new Date() };
  if ((await tx.note('Account', known, columns)) === 0) throw outdated();
  await updateEmail(tx, identityUid, newEmail, isUnverified);
}

/**
 * As the operator, who vouches for nothing: the new address is not verified. Ends all sessions of the
 * person.
 *
 * @throws ApiError as {@link namedAccount}; INVALID_ARGUMENT or ALREADY_EXISTS on `email`.
 */
export async function changeEmail(current: string, given: string) {
  const actor = programActor(OPERATOR);
  const account = await transaction(async (tx) => {
    const row = await namedAccount(tx, current);
    const newEmail = newAddress(given, row);
    await moveAccount(tx, row, { newEmail, isUnverified: true, field: 'email' });
    const happening = { event: 'email.updated', operation: 'update', actor } as const;
    await recordAboutIdentity(tx, row.identityUid, happening);
    await endSessions(tx, await sessionsOfAccount(row.identityUid), {});
    return { ...row, newEmail };
  });
  notify(account, 'emailChangedByOperator', {});
  return { email: account.newEmail, identity: account.identityUid };
}

/**
 * One-time links that set a password, `ADDRESS/reset-password#grove-reset-<keyId>.<secret>`. The
 * operator creates them at the command line, an administrator for somebody (recovery.ts), and
 * whoever has forgotten theirs gets one by e-mail. Only a hash of the secret is stored.
 */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { personActor, programActor, type Actor } from '#lib/audit/record.ts';
import { isBlockedAtHome } from '#lib/auth/matching/blocked.ts';
import { notify } from '#lib/auth/notify.ts';
import { endPendingSignIns } from '#lib/auth/second-factor/factors.ts';
import { attemptsFrom, countAttempt, forgetAttempts } from '#lib/auth/attempts/attempts.ts';
import { accountsAt, addressOf, hashFor, namedAccount } from '#lib/auth/sign-in/addresses.ts';
import { countLinkOfStranger } from '#lib/auth/attempts/link-limits.ts';
import { passwordViolation } from '#lib/auth/passwords/new-passwords.ts';
import { ownerOf } from '#lib/auth/sign-in/password-person.ts';
import { forgetFailures } from '#lib/auth/sign-in/password-sign-in.ts';
import type { SigningIn } from '#lib/auth/sign-in/signing-in.ts';
import { endSessions, sessionsOfAccount } from '#lib/auth/sessions/sessions.ts';
import { config } from '#lib/config.ts';
import type { PreviewPasswordResetResponseJson } from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import { postLink } from '#lib/mail/outbox.ts';
import { resetLinkMail } from '#lib/mail/links.ts';
import { email as validEmail } from '#lib/resources/fields.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { newKeyedSecret, parseKeyedSecret } from '#lib/secrets/keyed-secrets.ts';
import { sameText } from '#lib/secrets/signatures.ts';
import { stillHoldsAll } from '#lib/service/rules/recover.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { removeFactors } from './second-factors.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads, type Transaction } from '#lib/store/store.ts';

const LIFETIME_MS = 30 * 60 * 1000;
const SIGN_IN_PAGE = 'sign-in page';

export interface ResetLink {
  email: string;
  /** Shown once. */
  link: string;
  expireTime: string;
}

/**
 * A new link for the account. The previous link stops working.
 *
 * @throws ApiError as {@link namedAccount}.
 */
export async function newResetLink(given: string): Promise<ResetLink> {
  return transaction(async (tx) => {
    const account = await namedAccount(tx, given);
    return addLink(tx, account, { actor: programActor(OPERATOR), maker: null, now: Date.now() });
  });
}

interface Making {
  actor: Actor;
  /** Uids of the identities of an administrator who sees the link. */
  maker: readonly string[] | null;
  now: number;
}

export async function addLink(
  tx: Transaction,
  account: RowOf<'Account'>,
  { actor, maker, now }: Making,
): Promise<ResetLink> {
  const { email, identityUid } = account;
  const { text, keyId, hash: codeHash } = newKeyedSecret('passwordReset');
  const expireTime = new Date(now + LIFETIME_MS);
  await tx.deleteAll('PasswordReset', is('email', email));
  await tx.insertAll('PasswordReset', [
    {
      email,
      keyId,
      codeHash,
      makerIdentities: maker === null ? null : [...maker],
      createTime: new Date(now),
      expireTime,
    },
  ]);
  const event = 'password_reset.created';
  await recordAboutIdentity(tx, identityUid, { event, operation: 'create', actor });
  const link = `${config().url}/reset-password#${text}`;
  return { email: addressOf(account), link, expireTime: expireTime.toISOString() };
}

/**
 * Sends a link to whoever has forgotten the password. The caller learns nothing: whether there is
 * such an account is looked up after the answer.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_MAIL`; INVALID_ARGUMENT on `email`; RESOURCE_EXHAUSTED
 *   after a few an hour, for the account of a known browser, the address or the network.
 */
export async function requestReset(given: string, asked: SigningIn): Promise<void> {
  if (config().mail === undefined) {
    const cause = 'this installation sends no e-mail; ask its operator for a one-time link';
    throw refusal('NO_MAIL', cause);
  }
  const parsed = validEmail.safeParse(given.trim());
  if (!parsed.success) throw invalidField('email', 'must be an e-mail address');
  const email = parsed.data;
  const now = Date.now();
  await countLinkOfStranger('reset link', email, asked);
  const { network, userAgent } = asked;
  const client = { network, userAgent };
  const write = async () => {
    const { accounts: all, verified } = await accountsAt(committed, email);
    // Of several accounts that have not verified the address, the reader chooses.
    const accounts = verified === null ? all.slice(0, MOST_LINKS) : [verified];
    // Of several accounts, nobody knows which is meant, so no organization learns who asked.
    const actor = { ...programActor(SIGN_IN_PAGE), ...(accounts.length === 1 && client) };
    const entitled: RowOf<'Account'>[] = [];
    for (const account of accounts) {
      if (!(await isBlockedAtHome(account.identityUid))) entitled.push(account);
    }
    if (entitled.length === 0) return null;
    const links = await transaction(async (tx) => {
      const made: (ResetLink & { createTime: Date })[] = [];
      for (const account of entitled) {
        const { createTime } = account;
        made.push({ ...(await addLink(tx, account, { actor, maker: null, now })), createTime });
      }
      return made;
    });
    return resetLinkMail(email, links, new Date(now), client);
  };
  postLink({ what: 'link for a new password', root: null, network, write });
}

/** More accounts than one person has. */
const MOST_LINKS = 5;

/**
 * The account whose password a code can set.
 *
 * @throws ApiError INVALID_ARGUMENT on `code`, with the same message for every wrong code;
 *   FAILED_PRECONDITION `RESET_EXPIRED`; RESOURCE_EXHAUSTED after repeated failures.
 */
async function accountOf(code: string, network: string) {
  const parsed = parseKeyedSecret('passwordReset', code);
  const client = attemptsFrom('password reset', network);
  const attempted = [{ what: `reset:${parsed?.keyId ?? ''} from ${network}` }, client];
  await countAttempt(attempted);
  const keyId = parsed?.keyId ?? '';
  const reset = await committed.first('PasswordReset', is('keyId', keyId));
  // Compares even if there is no reset, so that the time does not reveal it.
  const isRight = sameText(parsed?.hash ?? '', reset?.codeHash ?? '0'.repeat(64));
  if (reset === null || !isRight) throw notUsable();
  await forgetAttempts(attempted);
  if (reset.expireTime.getTime() <= Date.now()) {
    throw refusal('RESET_EXPIRED', 'the link has expired; ask for another one');
  }
  const account = await committed.first('Account', is('email', reset.email));
  if (account === null) throw notUsable();
  return { keyId, expireTime: reset.expireTime, account };
}

function notUsable() {
  return invalidField('code', 'is not valid: the link was used, replaced or mistyped');
}

/** The owner of the account, and the words that do not count in the new password. */
export async function previewReset(
  code: string,
  network: string,
): Promise<PreviewPasswordResetResponseJson> {
  const { account, expireTime } = await accountOf(code, network);
  const { email, names } = await ownerOf(account);
  return { email, names: [...names], expireTime: expireTime.toISOString() };
}

/**
 * @throws ApiError FAILED_PRECONDITION `RESET_WITHDRAWN` if the administrator who has seen the link
 *   may not make it any more.
 */
async function requireMaker(
  reads: Reads,
  { makerIdentities, createTime: time }: RowOf<'PasswordReset'>,
  identityUid: string,
): Promise<void> {
  if (makerIdentities === null) return;
  const row = await reads.get('Identity', identityUid);
  if (row === null) throw notUsable();
  const maker = { identities: makerIdentities, time };
  if (await stillHoldsAll(reads, maker, row)) return;
  throw refusal(
    'RESET_WITHDRAWN',
    'the creator of the link may no longer create it; ask for another one',
  );
}

/**
 * Sets the password, uses the link up and ends every session of the person, in one transaction.
 *
 * @throws ApiError as {@link accountOf} and {@link requireMaker}; INVALID_ARGUMENT on `newPassword`.
 */
export async function resetPassword(
  code: string,
  newPassword: string,
  client: SigningIn,
): Promise<void> {
  const { keyId, account } = await accountOf(code, client.network);
  const { email, identityUid } = account;
  const violation = passwordViolation(newPassword, await ownerOf(account));
  if (violation !== null) throw invalidField('newPassword', violation);
  const passwordHash = await hashFor(newPassword, addressOf(account), identityUid);
  const sessions = await sessionsOfAccount(identityUid);
  await transaction(async (tx) => {
    const reset = await tx.first('PasswordReset', is('keyId', keyId));
    if (reset === null) throw notUsable();
    await requireMaker(tx, reset, identityUid);
    await tx.deleteAll('PasswordReset', is('keyId', keyId));
    const columns = { passwordHash, updateTime: new Date() };
    await tx.note('Account', is('email', email), columns);
    await endSessions(tx, sessions, client);
    await endPendingSignIns(tx, email);
    const actor = await personActor(tx, identityUid, client);
    // Anybody could make an account with the address before its owner has verified it, and add factors
    // that keep the owner out. Without e-mail no address is ever verified.
    const isUnverified = (await tx.get('Identity', identityUid))?.emailUnverified === true;
    if (isUnverified && config().mail !== undefined) await removeFactors(tx, account, actor);
    const event = 'password.reset';
    await recordAboutIdentity(tx, identityUid, { event, operation: 'reset', actor });
  });
  notify(account, 'passwordReset', client);
  // The owner of a forgotten password has probably tried some passwords before.
  await forgetFailures(account, client);
}

/** Signing in with e-mail and password. */
import { counts } from '#lib/counts.ts';
import { logError } from '#lib/log.ts';
import { MAX_EMAIL_LENGTH } from '#lib/resources/fields.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { waysOfSecondStep } from '#lib/auth/second-factor/factors.ts';
import { beginPendingSignIn } from '#lib/auth/second-factor/pending-sign-ins.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { accountsAt, addressOf, hashFor, type AccountsAt } from './addresses.ts';
import { attemptsFrom, forgetAttempts, secondsToWait } from '#lib/auth/attempts/attempts.ts';
import type { Attempted } from '#lib/auth/attempts/attempts.ts';
import { knownBrowser } from '#lib/auth/attempts/known-browser.ts';
import { passwordPersonOf } from './password-person.ts';
import type { AccountResult } from './result.ts';
import { recordFailures, type SigningIn } from './signing-in.ts';
import { isOutdated, matchingHash } from '#lib/auth/passwords/passwords.ts';

/**
 * Free failures for an account from all networks together: more than people mistype, fewer than
 * guessing takes.
 */
const FREE_FOR_ALL = 50;

/** The same for a wrong password and for an unknown address. */
const WRONG: AccountResult = { kind: 'wrong', why: 'password' };

type Account = RowOf<'Account'>;

/**
 * The targets that the failure of a stranger counts against. A known browser has a count of its own, so
 * that attempts by strangers do not delay it.
 */
const attemptsOfStranger = (address: string, network: string): Attempted[] => [
  ...attemptsAtAddress(address, network),
  attemptsFrom('sign-in', network),
];

/** @param address in lower case. */
export const attemptsAtAddress = (address: string, network: string): Attempted[] => [
  { what: `sign-in:${address} from ${network}` },
  { what: `sign-in:${address}`, free: FREE_FOR_ALL },
];

function attemptsOfKnown(account: Account, cookies: string): Attempted[] {
  const browser = knownBrowser(account, cookies);
  return browser === null ? [] : [{ what: `sign-in:${account.identityUid} in ${browser}` }];
}

/**
 * Whether a success with the account clears what was counted for its address. Otherwise somebody with
 * an account of their own at the address could guess the password of another one for ever.
 */
const clearsFailures = (account: Account, { accounts, verified }: AccountsAt): boolean =>
  accounts.length === 1 || account.email === verified?.email;

/** After a change of the password, earlier failures no longer delay the person who changed it. */
export async function forgetFailures(
  account: Account,
  { network, cookies }: SigningIn,
): Promise<void> {
  const address = addressOf(account);
  const all = await accountsAt(committed, address);
  const ofStrangers = attemptsAtAddress(address, network);
  const cleared = clearsFailures(account, all) ? ofStrangers : [];
  for (const one of [...attemptsOfKnown(account, cookies), ...cleared]) await forgetAttempts([one]);
}

/** Some of the accounts with an address, and what counts the attempt to sign in to one of them. */
interface Among {
  accounts: readonly Account[];
  /** What their organizations learn of a failure. */
  from: Partial<SigningIn>;
  attempted: readonly Attempted[];
  clears: (account: Account) => boolean;
}

/**
 * Returns the same result, after the same time, for a wrong password and for an unknown address. Of
 * several accounts with the address, the password decides.
 */
export async function signInWithPassword(
  email: string,
  password: string,
  client: SigningIn,
): Promise<AccountResult> {
  const address = email.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
  const found = await accountsAt(committed, address);
  const isKnown = (account: Account) => attemptsOfKnown(account, client.cookies).length > 0;
  // If several accounts have the address, no organization may learn where the attempt came from: it
  // may have been meant for another one.
  const from = found.accounts.length > 1 ? {} : client;
  const known = found.accounts.filter(isKnown);
  const others = found.accounts.filter((account) => !isKnown(account));
  if (known.length > 0) {
    const attempted = known.flatMap((account) => attemptsOfKnown(account, client.cookies));
    const ofKnown = { accounts: known, from, attempted, clears: () => true };
    const result = await signInAmong(ofKnown, password);
    if (result.kind !== 'wrong' || others.length === 0) return result;
  }
  const attempted = attemptsOfStranger(address, client.network);
  const clears = (account: Account) => clearsFailures(account, found);
  return signInAmong({ accounts: others, from, attempted, clears }, password);
}

async function signInAmong(
  { accounts, from, attempted, clears }: Among,
  password: string,
): Promise<AccountResult> {
  const seconds = await secondsToWait(attempted);
  if (seconds > 0) {
    recordFailures(accounts, from, 'RESOURCE_EXHAUSTED');
    return { kind: 'wait', seconds };
  }
  const hashes = accounts.map(({ passwordHash }) => passwordHash);
  const account = accounts[await matchingHash(password.slice(0, 1_024), hashes)];
  if (account === undefined) {
    counts.signInFailures += 1;
    recordFailures(accounts, from, 'UNAUTHENTICATED');
    return WRONG;
  }
  // Several accounts may share an address. The owner of one of them must not reset the counter of
  // failures, or they could guess the passwords of the others.
  if (clears(account)) await forgetAttempts(attempted);
  await renewHash(account, password);
  const person = await passwordPersonOf(account, { secondFactor: false });
  const ways = await waysOfSecondStep(committed, account.email);
  if (ways.length === 0) return { kind: 'right', person };
  return transaction(async (tx) => {
    if (!(await person.isUnchanged(tx))) return WRONG;
    const setCookies = [await beginPendingSignIn(tx, account.email, Date.now())];
    return { kind: 'second step', ways, setCookies };
  });
}

/**
 * Stores the password with the current parameters, unless it was changed in the meantime. A failure
 * must not fail the sign-in, since the next sign-in tries again.
 */
async function renewHash(account: Account, password: string): Promise<void> {
  const { email, identityUid, passwordHash: known } = account;
  if (!isOutdated(known)) return;
  try {
    const passwordHash = await hashFor(password, addressOf(account), identityUid);
    await transaction((tx) =>
      tx.note('Account', all(is('email', email), is('passwordHash', known)), { passwordHash }),
    );
  } catch (error) {
    logError('cannot renew the hash of a password', error);
  }
}

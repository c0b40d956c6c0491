/** Signing in with e-mail and password. */
import { isApiError } from '#lib/aip/errors.ts';
import { logError } from '#lib/log.ts';
import { MAX_EMAIL_LENGTH } from '#lib/resources/fields.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { attemptsFrom, countAttempt, forgetAttempts } from './attempts.ts';
import type { Attempted } from './attempts.ts';
import { knownBrowser } from './known-browser.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';

/** Who signed in, or how long the next attempt has to wait, or null: one of the two was wrong. */
export type SignInResult =
  { email: string; emailVerified: boolean; identityUid: string } | { waitSeconds: number } | null;

/** Where somebody signs in. */
export interface SigningIn {
  /** As `clientNetwork` has it. */
  network: string;
  /** The request's header. */
  cookies: string;
}

/** For an account from all networks together: more than one person mistypes, less than guessing takes. */
const FREE_FOR_ALL = 50;

/**
 * What a failure counts against. What strangers do must not make somebody wait whose browser is
 * known, so that has a count of its own.
 */
function attemptsOf(email: string, { network, cookies }: SigningIn): Attempted[] {
  const browser = knownBrowser(email, cookies);
  if (browser !== null) return [{ what: `sign-in:${email} in ${browser}` }];
  return [
    { what: `sign-in:${email} from ${network}` },
    { what: `sign-in:${email}`, free: FREE_FOR_ALL },
    attemptsFrom('sign-in', network),
  ];
}

/** Once the password is another one, failures with the last one count no more for whoever set it. */
export async function forgetFailures(
  email: string,
  { network, cookies }: SigningIn,
): Promise<void> {
  const [own] = attemptsOf(email, { network, cookies });
  const ofStrangers = attemptsOf(email, { network, cookies: '' }).slice(0, 2);
  for (const one of [own, ...ofStrangers]) {
    if (one !== undefined) await forgetAttempts([one]);
  }
}

/** The same answer, after the same time, for a wrong password and for an unknown address. */
export async function signInWithPassword(
  email: string,
  password: string,
  client: SigningIn,
): Promise<SignInResult> {
  const address = email.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
  const attempted = attemptsOf(address, client);
  try {
    await countAttempt(attempted);
  } catch (error) {
    if (!isApiError(error) || error.status !== 'RESOURCE_EXHAUSTED') throw error;
    return { waitSeconds: Number(error.metadata['retryAfterSeconds']) };
  }
  const account = await committed.first('Account', is('email', address));
  if (!(await verifyPassword(password.slice(0, 1_024), account?.passwordHash ?? null))) return null;
  if (account === null) return null;
  await forgetAttempts(attempted);
  await renewHash(address, password, account.passwordHash);
  const { identityUid } = account;
  const identity = await committed.get('Identity', identityUid);
  const emailVerified = identity?.email === address && identity.emailUnverified !== true;
  return { email: address, emailVerified, identityUid };
}

/**
 * Stores the password under today's parameters, unless another one was set meanwhile. The next
 * sign-in tries again where this one cannot: it must not fail for that.
 */
async function renewHash(email: string, password: string, known: string): Promise<void> {
  if (!isOutdated(known)) return;
  try {
    const passwordHash = await hashPassword(password);
    await transaction((tx) =>
      tx.note('Account', all(is('email', email), is('passwordHash', known)), { passwordHash }),
    );
  } catch (error) {
    logError('cannot renew the hash of a password', error);
  }
}

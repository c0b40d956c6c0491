/** Signing in with e-mail and password. */
import { counts } from '#lib/counts.ts';
import { logError } from '#lib/log.ts';
import { MAX_EMAIL_LENGTH } from '#lib/resources/fields.ts';
import { waysOfSecondStep } from '#lib/auth/second-factor/factors.ts';
import type { SecondStepWay } from '#lib/auth/second-factor/factors.ts';
import { beginPendingSignIn } from '#lib/auth/second-factor/pending-sign-ins.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { attemptsFrom, forgetAttempts, secondsToWait } from './attempts.ts';
import type { Attempted } from './attempts.ts';
import { knownBrowser } from './known-browser.ts';
import { passwordPersonOf } from './password-person.ts';
import type { PasswordPerson } from './password-person.ts';
import { recordFailure } from './signing-in.ts';
import type { SigningIn } from './signing-in.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';

/**
 * The person who signed in, or the `Set-Cookie` header of a browser that owes a second step, or the time
 * until the next attempt, or null if the address or the password was wrong.
 */
export type SignInResult =
  | PasswordPerson
  | { secondStepCookie: string; ways: SecondStepWay[] }
  | { waitSeconds: number }
  | null;

/**
 * Free failures for an account from all networks together: more than people mistype, fewer than
 * guessing takes.
 */
const FREE_FOR_ALL = 50;

/**
 * The targets that a failure counts against. A known browser has a count of its own, so that
 * attempts by strangers do not delay it.
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

/** After a change of the password, earlier failures no longer delay the person who changed it. */
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

/**
 * Returns the same result, after the same time, for a wrong password and for an unknown address.
 */
export async function signInWithPassword(
  email: string,
  password: string,
  client: SigningIn,
): Promise<SignInResult> {
  const address = email.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
  const attempted = attemptsOf(address, client);
  const waitSeconds = await secondsToWait(attempted);
  const account = await committed.first('Account', is('email', address));
  if (waitSeconds > 0) {
    recordFailure(account, client, 'RESOURCE_EXHAUSTED');
    return { waitSeconds };
  }
  const isRight = await verifyPassword(password.slice(0, 1_024), account?.passwordHash ?? null);
  if (!isRight || account === null) {
    counts.signInFailures += 1;
    recordFailure(account, client, 'UNAUTHENTICATED');
    return null;
  }
  await forgetAttempts(attempted);
  await renewHash(address, password, account.passwordHash);
  const person = await passwordPersonOf(account, { secondFactor: false });
  const ways = await waysOfSecondStep(committed, address);
  if (ways.length === 0) return person;
  return transaction(async (tx) =>
    (await person.isUnchanged(tx))
      ? { secondStepCookie: await beginPendingSignIn(tx, address, Date.now()), ways }
      : null,
  );
}

/**
 * Stores the password with the current parameters, unless it was changed in the meantime. A failure
 * must not fail the sign-in, since the next sign-in tries again.
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

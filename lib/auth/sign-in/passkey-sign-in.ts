/** Signing in with a passkey alone. */
import { acceptPasskey, comparedAnswer } from '#lib/auth/passkeys/accept.ts';
import { assertionIn, challengeIn } from '#lib/auth/passkeys/answers.ts';
import { browserToken, isLive } from '#lib/auth/passkeys/challenges.ts';
import { counts } from '#lib/counts.ts';
import { transaction } from '#lib/store/store.ts';
import { attemptsFrom, forgetAttempts, secondsToWait } from '#lib/auth/attempts/attempts.ts';
import { passwordPersonOf } from './password-person.ts';
import type { AccountResult } from './result.ts';
import { recordFailure, type SigningIn } from './signing-in.ts';

/** @param given the browser's answer, as JSON. */
export async function signInWithPasskey(given: string, client: SigningIn): Promise<AccountResult> {
  const answer = assertionIn(given);
  const challenge = answer === null ? null : challengeIn(answer.response);
  if (answer === null || challenge === null) return { kind: 'wrong', why: 'WrongPasskey' };
  const browser = browserToken(client.cookies);
  const isOwn = browser !== null && isLive(challenge, { purpose: 'sign in', browser }, Date.now());
  if (!isOwn) return { kind: 'wrong', why: 'PasskeyEnded' };
  // A signature cannot be guessed. Attempts count by network, so that strangers elsewhere cannot
  // lock out the owner.
  const attempted = [
    { what: `passkey:${answer.id} from ${client.network}` },
    attemptsFrom('passkey', client.network),
  ];
  const seconds = await secondsToWait(attempted);
  if (seconds > 0) return { kind: 'wait', seconds };
  const { account, right } = await comparedAnswer(answer, challenge, { isAlone: true });
  const outcome =
    right === null ? 'WrongPasskey' : await transaction((tx) => acceptPasskey(tx, right, client));
  if (typeof outcome === 'string') {
    counts.signInFailures += 1;
    recordFailure(account, client, 'UNAUTHENTICATED');
    return { kind: 'wrong', why: outcome };
  }
  await forgetAttempts(attempted);
  const shown = { passkey: right?.passkey ?? null, secondFactor: true };
  return { kind: 'right', person: await passwordPersonOf(outcome, shown) };
}

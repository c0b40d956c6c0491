/** Accepts the answer of a passkey, once. */
import type { JsonObject } from '#lib/aip/json.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { personActor } from '#lib/audit/record.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { activeFactors } from '#lib/auth/second-factor/factors.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import { committed, type Transaction } from '#lib/store/store.ts';
import type { AssertionAnswer } from './answers.ts';
import { spend } from './challenges.ts';
import { verifiedAssertion } from './relying-party.ts';

type Passkey = RowOf<'Passkey'>;

/**
 * `PasskeyEnded`: the challenge was used or has expired. `WrongPasskey`: the passkey is unknown, or
 * its answer is wrong.
 */
export type PasskeyFailure = 'PasskeyEnded' | 'WrongPasskey';

export interface RightAnswer {
  passkey: Passkey;
  challenge: string;
  counter: bigint;
}

/**
 * Compares the answer to a live challenge with the passkey that it names.
 *
 * @param email the key of the only account whose passkeys count. Without it, those of every account
 *   count.
 * @param isAlone as in {@link verifiedAssertion}.
 * @returns the account of the passkey, null for an unknown one; and the answer, null for a wrong
 *   one.
 */
export async function comparedAnswer(
  answer: AssertionAnswer,
  challenge: string,
  { email, isAlone }: { email?: string; isAlone: boolean },
): Promise<{ account: RowOf<'Account'> | null; right: RightAnswer | null }> {
  const counting = email === undefined ? not(is('activeTime', null)) : activeFactors(email);
  const passkey = await committed.first('Passkey', all(is('credentialId', answer.id), counting));
  const account = passkey && (await committed.first('Account', is('email', passkey.email)));
  if (passkey === null || account === null) return { account: null, right: null };
  const { userHandle } = account;
  const counter = await verifiedAssertion(answer, { challenge, passkey, userHandle, isAlone });
  return { account, right: counter === null ? null : { passkey, challenge, counter } };
}

/** The account that the passkey signs in to now. */
export async function acceptPasskey(
  tx: Transaction,
  { passkey, challenge, counter }: RightAnswer,
  client: Client,
): Promise<RowOf<'Account'> | PasskeyFailure> {
  const now = Date.now();
  const { uid, email } = passkey;
  if (!(await spend(tx, challenge, now))) return 'PasskeyEnded';
  const known = await tx.first('Passkey', all(activeFactors(email), is('uid', uid)));
  const account = await tx.first('Account', is('email', email));
  if (known === null || account === null) return 'WrongPasskey';
  const facts = { passkey: known.name };
  if (isCopy(known.counter, counter)) {
    const counters = { counter: String(counter), lastCounter: String(known.counter) };
    await recordUse(tx, account, client, 'UNAUTHENTICATED', { ...facts, ...counters });
    return 'WrongPasskey';
  }
  await tx.note('Passkey', is('uid', uid), { counter, lastUsedTime: new Date(now) });
  await recordUse(tx, account, client, 'OK', facts);
  return account;
}

/**
 * A counter that does not rise indicates a second device with the same key. Many devices have no
 * counter and send 0.
 */
const isCopy = (last: bigint, counter: bigint) =>
  (last !== 0n || counter !== 0n) && counter <= last;

async function recordUse(
  tx: Transaction,
  { identityUid }: RowOf<'Account'>,
  client: Client,
  result: 'OK' | 'UNAUTHENTICATED',
  facts: JsonObject,
): Promise<void> {
  const actor = await personActor(tx, identityUid, client);
  const happening = { event: 'passkey.used', operation: 'use', actor, result, facts } as const;
  await recordAboutIdentity(tx, identityUid, happening);
}

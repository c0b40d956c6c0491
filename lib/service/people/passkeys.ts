/**
 * The passkeys of people who sign in with a password. A passkey signs in alone, and counts as a
 * second factor: from the first one on, the password alone no longer does. So it comes with recovery
 * codes as the first authenticator app does, and counts once its owner has saved them.
 */
import { randomBytes } from 'node:crypto';
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { parseJson, type JsonObject } from '#lib/aip/json.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { notify } from '#lib/auth/notify.ts';
import { challengeIn, type CreationAnswer } from '#lib/auth/passkeys/answers.ts';
import { isLive, lastingToken, newChallenge, spend } from '#lib/auth/passkeys/challenges.ts';
import type { Bound } from '#lib/auth/passkeys/challenges.ts';
import {
  creationOptions,
  requestOptions,
  verifiedCreation,
} from '#lib/auth/passkeys/relying-party.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { activeFactors } from '#lib/auth/second-factor/factors.ts';
import { pendingSignIn } from '#lib/auth/second-factor/pending-sign-ins.ts';
import { addressOf } from '#lib/auth/sign-in/addresses.ts';
import { ownAccount } from '#lib/auth/sign-in/own-account.ts';
import { requireRecentSignIn, requireShownFactor } from '#lib/auth/sessions/recent-sign-in.ts';
import type { PasskeyOptionsJson } from '#lib/generated/proto/grove/auth/v1/sign_in_pb.js';
import type { NewRecoveryCodesJson } from '#lib/generated/proto/grove/auth/v1/second_factors_pb.js';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads } from '#lib/store/store.ts';
import {
  activateOrAddCodes,
  checkedName,
  FACTOR_CHANGE,
  forgetBegun,
  notBegun,
  requireRoom,
} from './factor-changes.ts';

type Passkey = RowOf<'Passkey'>;

const boundTo = ({ session }: Principal): Bound => ({ purpose: 'add', session: session ?? '' });

/**
 * The options with which the browser makes a passkey.
 *
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; INVALID_ARGUMENT on
 *   `name`; FAILED_PRECONDITION `TOO_MANY_PASSKEYS`.
 */
export async function beginPasskey(
  principal: Principal,
  given: string,
): Promise<PasskeyOptionsJson> {
  const account = await ownAccount(principal);
  const { email } = account;
  const name = checkedName(given);
  await requireRecentSignIn(principal, FACTOR_CHANGE);
  const { known, userHandle } = await transaction(async (tx) => {
    const known = await roomFor(tx, email, name);
    // The first passkey of an account sets its user handle of WebAuthn.
    const fresh = randomBytes(32).toString('base64url');
    const whereNoHandle = all(is('email', email), is('userHandle', null));
    await tx.note('Account', whereNoHandle, { userHandle: fresh });
    const row = await tx.first('Account', is('email', email));
    return { known, userHandle: row?.userHandle ?? fresh };
  });
  const challenge = newChallenge(boundTo(principal), Date.now());
  const asked = { challenge, email: addressOf(account), userHandle, known };
  return { options: jsonOf(await creationOptions(asked)) };
}

/** The passkeys that the account has, if it may have another one of the name. */
async function roomFor(reads: Reads, email: string, name: string): Promise<Passkey[]> {
  const known = await reads.find('Passkey', activeFactors(email));
  requireRoom('Passkey', known, name);
  return known;
}

/**
 * Takes a passkey that the browser has made. If its owner has recovery codes, it counts from now on;
 * otherwise the answer has them, and it counts once they are confirmed.
 *
 * @throws ApiError as {@link ownAccount}; INVALID_ARGUMENT on `name` or `credential`;
 *   FAILED_PRECONDITION `NOT_BEGUN`, `TOO_MANY_PASSKEYS`.
 */
export async function addPasskey(
  principal: Principal,
  { name: given, credential }: { name: string; credential: CreationAnswer },
  client: Client,
): Promise<NewRecoveryCodesJson> {
  const account = await ownAccount(principal);
  const { email } = account;
  const name = checkedName(given);
  const challenge = challengeIn(credential.response) ?? '';
  if (!isLive(challenge, boundTo(principal), Date.now())) throw notBegun();
  const made = await verifiedCreation(credential, challenge);
  if (made === null) throw invalidField('credential', 'is not a passkey that Grove accepts');
  const codes = await transaction(async (tx) => {
    const now = Date.now();
    if (!(await spend(tx, challenge, now))) throw notBegun();
    await roomFor(tx, email, name);
    await requireShownFactor(principal, FACTOR_CHANGE, tx);
    await forgetBegun(tx, email);
    const whereKnown = is('credentialId', made.credentialId);
    if ((await tx.first('Passkey', whereKnown)) !== null) {
      throw invalidField('credential', 'is a passkey that is known already');
    }
    const passkey: Passkey = {
      ...made,
      uid: crypto.randomUUID(),
      email,
      name,
      createTime: new Date(now),
      activeTime: null,
      vouchedSince: null,
      lastUsedTime: null,
    };
    await tx.insertAll('Passkey', [passkey]);
    const adding = { account, session: principal.session, client };
    return activateOrAddCodes(tx, adding, 'Passkey', passkey);
  });
  if (codes === null) notify(account, 'passkeyAdded', client);
  return codes ?? {};
}

/**
 * The options with which any passkey of this installation signs in alone, and the `Set-Cookie`
 * header of the browser that may do so.
 */
export async function passkeySignIn(cookies: string) {
  const { token, cookie } = lastingToken(cookies);
  const challenge = newChallenge({ purpose: 'sign in', browser: token }, Date.now());
  return { options: jsonOf(await requestOptions({ challenge })), cookie };
}

/**
 * The options with which a passkey of the account completes the sign-in that this browser has begun.
 *
 * @throws ApiError FAILED_PRECONDITION `SECOND_STEP_ENDED`, `NO_PASSKEY`.
 */
export async function passkeySecondStep(cookies: string): Promise<PasskeyOptionsJson> {
  const now = Date.now();
  const begun = await pendingSignIn(committed, cookies, now);
  if (begun === null) {
    throw refusal('SECOND_STEP_ENDED', 'no sign-in waits for its second step; begin again');
  }
  const known = await passkeysOf(begun.email);
  const bound = { purpose: 'second step', pendingSignIn: begun.tokenHash } as const;
  return { options: jsonOf(await requestOptions({ challenge: newChallenge(bound, now), known })) };
}

/** @throws ApiError FAILED_PRECONDITION `NO_PASSKEY`. */
export async function passkeysOf(email: string): Promise<Passkey[]> {
  const known = await committed.find('Passkey', activeFactors(email));
  if (known.length === 0) throw refusal('NO_PASSKEY', 'the account has no passkey');
  return known;
}

/** The options without members that are undefined. */
export const jsonOf = (options: object): JsonObject => parseJson(JSON.stringify(options));

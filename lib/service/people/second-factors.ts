/**
 * The second factors of people who sign in with a password. An authenticator app counts once it has
 * shown a right code and its owner has recovery codes that they confirmed as saved. Passkeys are in
 * passkeys.ts.
 */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { programActor, type Actor } from '#lib/audit/record.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { notify } from '#lib/auth/notify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { activeFactors, hasSecondFactor, usableCodes } from '#lib/auth/second-factor/factors.ts';
import { qrCodeOf } from '#lib/auth/second-factor/qr-code.ts';
import { acceptedStep, newTotpSecret, totpAddress } from '#lib/auth/second-factor/totp.ts';
import { addressOf, namedAccount } from '#lib/auth/sign-in/addresses.ts';
import { ownAccount } from '#lib/auth/sign-in/own-account.ts';
import { requireRecentSignIn, requireShownFactor } from '#lib/auth/sessions/recent-sign-in.ts';
import { config } from '#lib/config.ts';
import type {
  BeginAuthenticatorAppResponseJson,
  ListSecondFactorsResponseJson,
  NewRecoveryCodesJson,
  RecoveryCodesJson,
  SecondFactorJson,
} from '#lib/generated/proto/grove/auth/v1/second_factors_pb.js';
import type { RowOf } from '#lib/resources/rows.ts';
import { decryptSecret, encryptSecret } from '#lib/secrets/encryption.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { all, is } from '#lib/store/predicates.ts';
import { snapshot, transaction, type Reads, type Transaction } from '#lib/store/store.ts';
import {
  activate,
  activateOrAddCodes,
  afterRemoval,
  addCodes,
  begunFactors,
  checkedName,
  FACTOR_CHANGE,
  forgetBegun,
  notBegun,
  ownActor,
  recordFactor,
  requireRoom,
} from './factor-changes.ts';

/**
 * The factors of the caller's own account.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_PASSWORD` for a caller without one.
 */
export async function describeSecondFactors(
  principal: Principal,
): Promise<ListSecondFactorsResponseJson> {
  const { email } = await ownAccount(principal);
  return snapshot((reads) => factorsOf(reads, email));
}

const IN_ORDER = { order: { column: 'activeTime', descending: false } } as const;

export async function factorsOf(
  reads: Reads,
  email: string,
): Promise<ListSecondFactorsResponseJson> {
  const apps = await reads.find('AuthenticatorApp', activeFactors(email), IN_ORDER);
  const passkeys = await reads.find('Passkey', activeFactors(email), IN_ORDER);
  return {
    authenticatorApps: apps.map(described),
    passkeys: passkeys.map(described),
    recoveryCodesLeft: await reads.count('RecoveryCode', usableCodes(email)),
  };
}

type Listed = Pick<RowOf<'Passkey'>, 'uid' | 'name' | 'createTime' | 'activeTime' | 'lastUsedTime'>;

const described = ({
  uid,
  name,
  createTime,
  activeTime,
  lastUsedTime,
}: Listed): SecondFactorJson => ({
  uid,
  name,
  createTime: (activeTime ?? createTime).toISOString(),
  ...(lastUsedTime !== null && { lastUsedTime: lastUsedTime.toISOString() }),
});

/**
 * Begins to add an app, and forgets whatever was begun before.
 *
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; INVALID_ARGUMENT on
 *   `name`; FAILED_PRECONDITION `TOO_MANY_APPS`.
 */
export async function beginApp(
  principal: Principal,
  given: string,
): Promise<BeginAuthenticatorAppResponseJson> {
  const account = await ownAccount(principal);
  const { email } = account;
  const name = checkedName(given);
  await requireRecentSignIn(principal, FACTOR_CHANGE);
  const uid = crypto.randomUUID();
  const secret = newTotpSecret();
  await transaction(async (tx) => {
    await forgetBegun(tx, email);
    const apps = await tx.find('AuthenticatorApp', activeFactors(email));
    requireRoom('AuthenticatorApp', apps, name);
    await tx.insertAll('AuthenticatorApp', [
      {
        uid,
        email,
        name,
        secret: encryptSecret(secret, uid),
        lastStep: null,
        createTime: new Date(),
        activeTime: null,
        lastUsedTime: null,
      },
    ]);
  });
  const address = totpAddress(secret, config().installation.name ?? 'Grove', addressOf(account));
  return { uid, secret, address, qrCode: qrCodeOf(address) };
}

/**
 * Takes the first code of an app. If its owner has recovery codes, the app counts from now on;
 * otherwise the answer has them, and it counts once they are confirmed.
 *
 * @throws ApiError as {@link ownAccount}; INVALID_ARGUMENT on `code`; FAILED_PRECONDITION
 *   `NOT_BEGUN`.
 */
export async function verifyApp(
  principal: Principal,
  { uid, code }: { uid: string; code: string },
  client: Client,
): Promise<NewRecoveryCodesJson> {
  const account = await ownAccount(principal);
  const { email } = account;
  const codes = await transaction(async (tx) => {
    const app = await tx.first('AuthenticatorApp', all(begunFactors(email), is('uid', uid)));
    if (app === null) throw notBegun();
    await requireShownFactor(principal, FACTOR_CHANGE, tx);
    const step = acceptedStep(decryptSecret(app.secret, uid), code, app.lastStep);
    if (step === null) {
      throw invalidField('code', 'wrong code; try the next one that the app shows');
    }
    await tx.note('AuthenticatorApp', is('uid', uid), { lastStep: step });
    const adding = { account, session: principal.session, client };
    return activateOrAddCodes(tx, adding, 'AuthenticatorApp', app);
  });
  if (codes === null) notify(account, 'authenticatorAppAdded', client);
  return codes ?? {};
}

/**
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; FAILED_PRECONDITION
 *   `NO_SECOND_FACTOR`.
 */
export async function newRecoveryCodes(principal: Principal): Promise<RecoveryCodesJson> {
  const { email } = await ownAccount(principal);
  await requireRecentSignIn(principal, FACTOR_CHANGE);
  return transaction(async (tx) => {
    if (await hasSecondFactor(tx, email)) return addCodes(tx, email);
    throw refusal('NO_SECOND_FACTOR', 'recovery codes come with the first second factor');
  });
}

/**
 * From now on the codes of the batch count, and the app or passkey that they came with. Earlier codes
 * no longer do.
 *
 * @throws ApiError as {@link ownAccount}; FAILED_PRECONDITION `NOT_BEGUN`.
 */
export async function confirmRecoveryCodes(
  principal: Principal,
  batch: string,
  client: Client,
): Promise<void> {
  const account = await ownAccount(principal);
  const { email } = account;
  const notice = await transaction(async (tx) => {
    const whereBatch = all(is('email', email), is('batch', batch), is('confirmed', false));
    if ((await tx.count('RecoveryCode', whereBatch)) === 0) throw notBegun();
    await requireShownFactor(principal, FACTOR_CHANGE, tx);
    await tx.deleteAll('RecoveryCode', usableCodes(email));
    await tx.note('RecoveryCode', whereBatch, { confirmed: true });
    const begun = await tx.first('AuthenticatorApp', begunFactors(email));
    const isVerified = begun !== null && begun.lastStep !== null;
    const adding = { account, session: principal.session, client };
    if (isVerified) await activate(tx, adding, 'AuthenticatorApp', begun);
    const passkey = await tx.first('Passkey', begunFactors(email));
    if (passkey !== null) await activate(tx, adding, 'Passkey', passkey);
    if (!(await hasSecondFactor(tx, email))) throw notBegun();
    const actor = await ownActor(tx, account, principal, client);
    const event = { event: 'recovery_codes.created', operation: 'create', actor } as const;
    await recordAboutIdentity(tx, account.identityUid, event);
    if (passkey !== null) return 'passkeyAdded';
    return isVerified ? 'authenticatorAppAdded' : 'recoveryCodesReplaced';
  });
  notify(account, notice, client);
}

/** Removes all second factors of an account, for somebody who has lost them. */
export async function removeFactors(tx: Transaction, account: RowOf<'Account'>, actor: Actor) {
  const { email } = account;
  const apps = await tx.find('AuthenticatorApp', activeFactors(email));
  const passkeys = await tx.find('Passkey', activeFactors(email));
  const recoveryCodes = await tx.count('RecoveryCode', usableCodes(email));
  await tx.deleteAll('AuthenticatorApp', is('email', email));
  await tx.deleteAll('Passkey', is('email', email));
  await afterRemoval(tx, account);
  const operation = 'delete';
  for (const named of apps) {
    await recordFactor(tx, account, 'AuthenticatorApp', { operation, actor, named });
  }
  for (const named of passkeys) {
    await recordFactor(tx, account, 'Passkey', { operation, actor, named });
  }
  return {
    authenticatorApps: apps.map(({ name }) => name),
    passkeys: passkeys.map(({ name }) => name),
    recoveryCodes,
  };
}

/**
 * The same for the operator.
 *
 * @throws ApiError as {@link namedAccount}.
 */
export async function removeAllFactors(given: string) {
  const { account, ...removed } = await transaction(async (tx) => {
    const account = await namedAccount(tx, given);
    return { account, ...(await removeFactors(tx, account, programActor(OPERATOR))) };
  });
  if (removed.authenticatorApps.length + removed.passkeys.length > 0) {
    notify(account, 'secondFactorsRemoved', {});
  }
  return { email: addressOf(account), ...removed };
}

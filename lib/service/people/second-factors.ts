/**
 * The second factors of people who sign in with a password. An authenticator app counts once it has
 * shown a right code and its owner has recovery codes that they confirmed as saved. Passkeys are in
 * passkeys.ts.
 */
import { invalidField, notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { programActor } from '#lib/audit/record.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { notify } from '#lib/auth/notify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import {
  activeApps,
  activePasskeys,
  endPendingSignIns,
  hasSecondFactor,
  usableCodes,
} from '#lib/auth/second-factor/factors.ts';
import { qrCodeOf } from '#lib/auth/second-factor/qr-code.ts';
import { acceptedStep, newTotpSecret, totpAddress } from '#lib/auth/second-factor/totp.ts';
import { isRecentSignIn, ownAccount, requireRecentSignIn } from '#lib/auth/sign-in/own-account.ts';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { decryptSecret, encryptSecret } from '#lib/secrets/encryption.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { all, is } from '#lib/store/predicates.ts';
import { snapshot, transaction } from '#lib/store/store.ts';
import {
  activateApp,
  activatePasskey,
  addCodes,
  afterRemoval,
  begunFactors,
  checkedName,
  MAX_FACTORS_OF_A_KIND,
  notBegun,
  record,
  refusal,
} from './factor-changes.ts';
import type { Changing } from './factor-changes.ts';

/** The caller's apps, passkeys and recovery codes, and whether changing them needs the password. */
export async function describeSecondFactors(principal: Principal): Promise<JsonObject> {
  const { email } = await ownAccount(principal);
  const { apps, passkeys, codes } = await snapshot(async (reads) => ({
    apps: await reads.find('AuthenticatorApp', activeApps(email), {
      order: { column: 'activeTime', descending: false },
    }),
    passkeys: await reads.find('Passkey', activePasskeys(email), {
      order: { column: 'activeTime', descending: false },
    }),
    codes: await reads.find('RecoveryCode', usableCodes(email)),
  }));
  return {
    authenticatorApps: apps.map(described),
    passkeys: passkeys.map(described),
    recoveryCodesLeft: codes.length,
    passwordRequired: !(await isRecentSignIn(principal)),
  };
}

type Listed = Pick<RowOf<'Passkey'>, 'uid' | 'name' | 'createTime' | 'activeTime' | 'lastUsedTime'>;

const described = ({ uid, name, createTime, activeTime, lastUsedTime }: Listed): JsonObject => ({
  uid,
  name,
  createTime: (activeTime ?? createTime).toISOString(),
  ...(lastUsedTime !== null && { lastUsedTime: lastUsedTime.toISOString() }),
});

/**
 * Begins to add an app, and forgets one that was begun before.
 *
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; INVALID_ARGUMENT on
 *   `name`; FAILED_PRECONDITION `TOO_MANY_APPS`.
 */
export async function beginApp(
  principal: Principal,
  { name: given, currentPassword }: Changing & { name: string },
): Promise<JsonObject> {
  const account = await ownAccount(principal);
  const name = checkedName(given);
  await requireRecentSignIn(principal, account, currentPassword);
  const { email } = account;
  const uid = crypto.randomUUID();
  const secret = newTotpSecret();
  await transaction(async (tx) => {
    await tx.deleteAll('AuthenticatorApp', all(is('email', email), is('activeTime', null)));
    const apps = await tx.find('AuthenticatorApp', activeApps(email));
    if (apps.some((app) => app.name === name)) {
      throw invalidField('name', 'is the name of another of your authenticator apps');
    }
    if (apps.length >= MAX_FACTORS_OF_A_KIND) {
      throw refusal(
        'TOO_MANY_APPS',
        `you have ${MAX_FACTORS_OF_A_KIND} authenticator apps; remove one first`,
      );
    }
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
  const address = totpAddress(secret, config().installation.name ?? 'Grove', email);
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
): Promise<JsonObject> {
  const account = await ownAccount(principal);
  const { email } = account;
  const codes = await transaction(async (tx) => {
    const app = await tx.first('AuthenticatorApp', all(begunFactors(email), is('uid', uid)));
    if (app === null) throw notBegun();
    const step = acceptedStep(decryptSecret(app.secret, uid), code, app.lastStep);
    if (step === null) throw invalidField('code', 'is not the code that the app shows now');
    await tx.note('AuthenticatorApp', is('uid', uid), { lastStep: step });
    if ((await tx.count('RecoveryCode', usableCodes(email))) === 0) return addCodes(tx, email);
    await activateApp(tx, account, app);
    return null;
  });
  if (codes === null) notify(account, 'authenticatorAppAdded', client);
  return codes ?? {};
}

/**
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; FAILED_PRECONDITION
 *   `NO_SECOND_FACTOR`.
 */
export async function newRecoveryCodes(
  principal: Principal,
  { currentPassword }: Changing,
): Promise<JsonObject> {
  const account = await ownAccount(principal);
  await requireRecentSignIn(principal, account, currentPassword);
  return transaction(async (tx) => {
    if (await hasSecondFactor(tx, account.email)) return addCodes(tx, account.email);
    throw refusal('NO_SECOND_FACTOR', 'recovery codes come with the first second factor');
  });
}

/**
 * From now on the codes of the batch count, and the app or passkey that they came with. Earlier ones no longer
 * do.
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
    const isOfBatch = all(is('email', email), is('batch', batch), is('confirmed', false));
    if ((await tx.count('RecoveryCode', isOfBatch)) === 0) throw notBegun();
    await tx.deleteAll('RecoveryCode', usableCodes(email));
    await tx.note('RecoveryCode', isOfBatch, { confirmed: true });
    const begun = await tx.first('AuthenticatorApp', begunFactors(email));
    const isVerified = begun !== null && begun.lastStep !== null;
    if (isVerified) await activateApp(tx, account, begun);
    const passkey = await tx.first('Passkey', begunFactors(email));
    if (passkey !== null) await activatePasskey(tx, account, passkey);
    if (!(await hasSecondFactor(tx, email))) throw notBegun();
    await record(tx, account, 'recovery_codes.created');
    if (passkey !== null) return 'passkeyAdded';
    return isVerified ? 'authenticatorAppAdded' : 'recoveryCodesReplaced';
  });
  notify(account, notice, client);
}

/**
 * Removes one of the caller's apps, and with the last one the recovery codes.
 *
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; NOT_FOUND.
 */
export async function removeApp(
  principal: Principal,
  { uid, currentPassword }: Changing & { uid: string },
  client: Client,
): Promise<void> {
  const account = await ownAccount(principal);
  const { email } = account;
  await requireRecentSignIn(principal, account, currentPassword);
  await transaction(async (tx) => {
    const app = await tx.first('AuthenticatorApp', all(activeApps(email), is('uid', uid)));
    if (app === null) throw notFound('AuthenticatorApp', uid);
    await tx.deleteAll('AuthenticatorApp', is('uid', uid));
    await afterRemoval(tx, email);
    await record(tx, account, 'authenticator_app.deleted', { authenticatorApp: app.name });
  });
  notify(account, 'authenticatorAppRemoved', client);
}

export interface RemovedFactors {
  email: string;
  authenticatorApps: string[];
  passkeys: string[];
  recoveryCodes: number;
}

/**
 * Removes all second factors of an account, for somebody who has lost them.
 *
 * @throws ApiError NOT_FOUND if no account has the address.
 */
export async function removeAllFactors(address: string): Promise<RemovedFactors> {
  const email = address.trim().toLowerCase();
  const { account, ...removed } = await transaction(async (tx) => {
    const account = await tx.first('Account', is('email', email));
    if (account === null) throw notFound('Account', email);
    const apps = await tx.find('AuthenticatorApp', activeApps(email));
    const passkeys = await tx.find('Passkey', activePasskeys(email));
    const recoveryCodes = await tx.count('RecoveryCode', usableCodes(email));
    await tx.deleteAll('AuthenticatorApp', is('email', email));
    await tx.deleteAll('Passkey', is('email', email));
    await tx.deleteAll('RecoveryCode', is('email', email));
    await endPendingSignIns(tx, email);
    const actor = programActor(OPERATOR);
    for (const { name } of apps) {
      const details = { authenticatorApp: name };
      await record(tx, account, 'authenticator_app.deleted', details, actor);
    }
    for (const { name } of passkeys) {
      await record(tx, account, 'passkey.deleted', { passkey: name }, actor);
    }
    return {
      account,
      email,
      authenticatorApps: apps.map(({ name }) => name),
      passkeys: passkeys.map(({ name }) => name),
      recoveryCodes,
    };
  });
  if (removed.authenticatorApps.length + removed.passkeys.length > 0) {
    notify(account, 'secondFactorsRemoved', {});
  }
  return removed;
}

/**
 * The second factors of people who sign in with a password. An authenticator app counts once it has
 * shown a right code and its owner has recovery codes that they confirmed as saved.
 */
import { failedPrecondition, invalidField, notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { programActor } from '#lib/audit/record.ts';
import type { Actor } from '#lib/audit/record.ts';
import type { Principal } from '#lib/auth/principal.ts';
import {
  activeApps,
  endPendingSignIns,
  hasSecondFactor,
  usableCodes,
} from '#lib/auth/second-factor/factors.ts';
import { qrCodeOf } from '#lib/auth/second-factor/qr-code.ts';
import { newRecoveryCode } from '#lib/auth/second-factor/recovery-code-text.ts';
import { acceptedStep, newTotpSecret, totpAddress } from '#lib/auth/second-factor/totp.ts';
import { isRecentSignIn, ownAccount, requireRecentSignIn } from '#lib/auth/sign-in/own-account.ts';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { decryptSecret, encryptSecret } from '#lib/secrets/encryption.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { all, is, moreThan } from '#lib/store/predicates.ts';
import { snapshot, transaction } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';

type Account = RowOf<'Account'>;

/** An app that shows no right code within this time has to be added again. */
const BEGUN_MS = 30 * 60 * 1000;
const RECOVERY_CODES = 10;
/** Each app makes a guess a little likelier. */
const MAX_APPS = 20;
const MAX_NAME_LENGTH = 100;

/** The caller's apps and recovery codes, and whether changing them needs the password. */
export async function describeSecondFactors(principal: Principal): Promise<JsonObject> {
  const { email } = await ownAccount(principal);
  const { apps, codes } = await snapshot(async (reads) => ({
    apps: await reads.find('AuthenticatorApp', activeApps(email), {
      order: { column: 'activeTime', descending: false },
    }),
    codes: await reads.find('RecoveryCode', usableCodes(email)),
  }));
  return {
    authenticatorApps: apps.map(({ uid, name, createTime, activeTime, lastUsedTime }) => ({
      uid,
      name,
      createTime: (activeTime ?? createTime).toISOString(),
      ...(lastUsedTime !== null && { lastUsedTime: lastUsedTime.toISOString() }),
    })),
    recoveryCodesLeft: codes.length,
    passwordRequired: !(await isRecentSignIn(principal)),
  };
}

interface Changing {
  currentPassword?: string | undefined;
}

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
    if (apps.length >= MAX_APPS) {
      throw refusal('TOO_MANY_APPS', `you have ${MAX_APPS} authenticator apps; remove one first`);
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

function checkedName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw invalidField('name', `must be 1 to ${MAX_NAME_LENGTH} characters`);
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
): Promise<JsonObject> {
  const account = await ownAccount(principal);
  const { email } = account;
  return transaction(async (tx) => {
    const app = await tx.first('AuthenticatorApp', all(begunApps(email), is('uid', uid)));
    if (app === null) throw notBegun();
    const step = acceptedStep(decryptSecret(app.secret, uid), code, app.lastStep);
    if (step === null) throw invalidField('code', 'is not the code that the app shows now');
    await tx.note('AuthenticatorApp', is('uid', uid), { lastStep: step });
    if ((await tx.count('RecoveryCode', usableCodes(email))) === 0) return addCodes(tx, email);
    await activate(tx, account, app);
    return {};
  });
}

const begunApps = (email: string) =>
  all(
    is('email', email),
    is('activeTime', null),
    moreThan('createTime', new Date(Date.now() - BEGUN_MS)),
  );

function notBegun() {
  return refusal('NOT_BEGUN', 'this was not begun, or too long ago; begin again');
}

const refusal = (type: string, description: string) => failedPrecondition([{ type, description }]);

async function activate(
  tx: Transaction,
  account: Account,
  { uid, name }: { uid: string; name: string },
) {
  await tx.note('AuthenticatorApp', is('uid', uid), { activeTime: new Date() });
  await endPendingSignIns(tx, account.email);
  await recordAboutIdentity(tx, account.identityUid, {
    event: 'authenticator_app.created',
    operation: 'create',
    facts: { authenticatorApp: name },
  });
}

/** New recovery codes beside those that count, which they replace once they are confirmed. */
async function addCodes(tx: Transaction, email: string): Promise<JsonObject> {
  const batch = crypto.randomUUID();
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.deleteAll('RecoveryCode', all(is('email', email), is('confirmed', false)));
  await tx.insertAll(
    'RecoveryCode',
    codes.map(({ hash }) => ({
      codeHash: hash,
      email,
      batch,
      confirmed: false,
      createTime: new Date(),
    })),
  );
  return { batch, recoveryCodes: codes.map(({ text }) => text) };
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
    throw refusal('NO_SECOND_FACTOR', 'recovery codes come with the first authenticator app');
  });
}

/**
 * From now on the codes of the batch count, and the app that they came with. Earlier ones no longer
 * do.
 *
 * @throws ApiError as {@link ownAccount}; FAILED_PRECONDITION `NOT_BEGUN`.
 */
export async function confirmRecoveryCodes(principal: Principal, batch: string): Promise<void> {
  const account = await ownAccount(principal);
  const { email } = account;
  await transaction(async (tx) => {
    const isOfBatch = all(is('email', email), is('batch', batch), is('confirmed', false));
    if ((await tx.count('RecoveryCode', isOfBatch)) === 0) throw notBegun();
    await tx.deleteAll('RecoveryCode', usableCodes(email));
    await tx.note('RecoveryCode', isOfBatch, { confirmed: true });
    const begun = await tx.first('AuthenticatorApp', begunApps(email));
    if (begun !== null && begun.lastStep !== null) await activate(tx, account, begun);
    if (!(await hasSecondFactor(tx, email))) throw notBegun();
    await recordAboutIdentity(tx, account.identityUid, {
      event: 'recovery_codes.created',
      operation: 'create',
    });
  });
}

/**
 * Removes one of the caller's apps, and with the last one the recovery codes.
 *
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; NOT_FOUND.
 */
export async function removeApp(
  principal: Principal,
  { uid, currentPassword }: Changing & { uid: string },
): Promise<void> {
  const account = await ownAccount(principal);
  const { email } = account;
  await requireRecentSignIn(principal, account, currentPassword);
  await transaction(async (tx) => {
    const app = await tx.first('AuthenticatorApp', all(activeApps(email), is('uid', uid)));
    if (app === null) throw notFound('AuthenticatorApp', uid);
    await tx.deleteAll('AuthenticatorApp', is('uid', uid));
    if (!(await hasSecondFactor(tx, email))) {
      await tx.deleteAll('RecoveryCode', is('email', email));
    }
    await endPendingSignIns(tx, email);
    await recordRemoved(tx, account, app);
  });
}

export interface RemovedFactors {
  email: string;
  authenticatorApps: string[];
  recoveryCodes: number;
}

/**
 * Removes all second factors of an account, for somebody who has lost them.
 *
 * @throws ApiError NOT_FOUND if no account has the address.
 */
export async function removeAllFactors(address: string): Promise<RemovedFactors> {
  const email = address.trim().toLowerCase();
  return transaction(async (tx) => {
    const account = await tx.first('Account', is('email', email));
    if (account === null) throw notFound('Account', email);
    const apps = await tx.find('AuthenticatorApp', activeApps(email));
    const recoveryCodes = await tx.count('RecoveryCode', usableCodes(email));
    await tx.deleteAll('AuthenticatorApp', is('email', email));
    await tx.deleteAll('RecoveryCode', is('email', email));
    await endPendingSignIns(tx, email);
    const actor = programActor(OPERATOR);
    for (const app of apps) await recordRemoved(tx, account, app, actor);
    return { email, authenticatorApps: apps.map(({ name }) => name), recoveryCodes };
  });
}

function recordRemoved(
  tx: Transaction,
  { identityUid }: Account,
  { name }: RowOf<'AuthenticatorApp'>,
  actor?: Actor,
): Promise<void> {
  return recordAboutIdentity(tx, identityUid, {
    event: 'authenticator_app.deleted',
    operation: 'delete',
    actor,
    facts: { authenticatorApp: name },
  });
}

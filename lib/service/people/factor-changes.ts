/** What changes of both kinds of second factors have in common. */
import { invalidField, notFound, refusal } from '#lib/aip/errors.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { personActor, type Actor } from '#lib/audit/record.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { notify } from '#lib/auth/notify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import {
  activeFactors,
  endPendingSignIns,
  hasSecondFactor,
  usableCodes,
} from '#lib/auth/second-factor/factors.ts';
import { newRecoveryCode } from '#lib/auth/second-factor/recovery-code-text.ts';
import { ownAccount } from '#lib/auth/sign-in/own-account.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { sessionsOfAccount } from '#lib/auth/sessions/sessions.ts';
import type { RecoveryCodesJson } from '#lib/generated/proto/grove/auth/v1/second_factors_pb.js';
import { PAST } from '#lib/resources/operations.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, moreThan } from '#lib/store/predicates.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';

export type Account = RowOf<'Account'>;

/** The change that an error names when a recent sign-in is missing. */
export const FACTOR_CHANGE = 'a change of your second factors';

/** A factor that does not count within this time has to be added again. */
const BEGUN_MS = 30 * 60 * 1000;
const RECOVERY_CODES = 10;
/** Bounds the luck of guesses: each app accepts another code. */
export const MAX_FACTORS_OF_A_KIND = 20;
const MAX_NAME_LENGTH = 100;

export function checkedName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw invalidField('name', `must be 1 to ${MAX_NAME_LENGTH} characters`);
}

export const begunFactors = (email: string) =>
  all(
    is('email', email),
    is('activeTime', null),
    moreThan('createTime', new Date(Date.now() - BEGUN_MS)),
  );

/**
 * Only one factor can be begun at a time. Whoever saves its recovery codes must not activate a factor that
 * another session has begun.
 */
export async function forgetBegun(tx: Transaction, email: string): Promise<void> {
  const whereBegun = all(is('email', email), is('activeTime', null));
  await tx.deleteAll('AuthenticatorApp', whereBegun);
  await tx.deleteAll('Passkey', whereBegun);
}

export function notBegun() {
  return refusal(
    'NOT_BEGUN',
    'start again: no setup is in progress, or it is older than 30 minutes',
  );
}

/** Adds recovery codes, which replace the earlier ones once they are confirmed. */
export async function addCodes(tx: Transaction, email: string): Promise<RecoveryCodesJson> {
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

/** How the API, its messages and the audit log name both kinds of second factors. */
const KINDS = {
  AuthenticatorApp: {
    noun: 'authenticator_app',
    fact: 'authenticatorApp',
    words: 'authenticator apps',
    tooMany: 'TOO_MANY_APPS',
    removed: 'authenticatorAppRemoved',
  },
  Passkey: {
    noun: 'passkey',
    fact: 'passkey',
    words: 'passkeys',
    tooMany: 'TOO_MANY_PASSKEYS',
    removed: 'passkeyRemoved',
  },
} as const;

export type FactorKind = keyof typeof KINDS;

type Factor = RowOf<FactorKind>;

/**
 * @param known the factors of the kind that the account has.
 * @throws ApiError INVALID_ARGUMENT on `name` if one of them has it; FAILED_PRECONDITION
 *   `TOO_MANY_APPS` or `TOO_MANY_PASSKEYS`.
 */
export function requireRoom(kind: FactorKind, known: readonly Factor[], name: string): void {
  requireNewName(kind, known, name);
  if (known.length < MAX_FACTORS_OF_A_KIND) return;
  const { words, tooMany } = KINDS[kind];
  throw refusal(tooMany, `you have ${MAX_FACTORS_OF_A_KIND} ${words}; remove one first`);
}

function requireNewName(kind: FactorKind, others: readonly Factor[], name: string): void {
  if (!others.some((other) => other.name === name)) return;
  throw invalidField('name', `is the name of another of your ${KINDS[kind].words}`);
}

/** The person who adds a factor, and the session in which they have just shown it. */
interface Adding {
  account: Account;
  session: string | undefined;
  client: Client;
}

/**
 * The factor counts from now on if the account has recovery codes. Otherwise it counts once its owner
 * has confirmed new ones.
 *
 * @returns the new recovery codes; null if the factor counts.
 */
export async function activateOrAddCodes(
  tx: Transaction,
  adding: Adding,
  kind: FactorKind,
  factor: Factor,
): Promise<RecoveryCodesJson | null> {
  const { email } = adding.account;
  if ((await tx.count('RecoveryCode', usableCodes(email))) === 0) return addCodes(tx, email);
  await activate(tx, adding, kind, factor);
  return null;
}

/** From now on the factor counts. */
export async function activate(
  tx: Transaction,
  { account, session, client }: Adding,
  kind: FactorKind,
  { uid, name }: Factor,
): Promise<void> {
  const activeTime = new Date();
  const adding = await tx.first('Session', is('uid', session ?? ''));
  // Whoever had a factor before has to sign in with it.
  if (adding !== null && !(await hasSecondFactor(tx, account.email))) {
    const ofPasskey = kind === 'Passkey' && { passkeyShown: true, passkeySince: activeTime };
    await tx.note('Session', is('uid', adding.uid), { secondFactor: true, ...ofPasskey });
  }
  await tx.note(kind, is('uid', uid), { activeTime });
  if (kind === 'Passkey' && adding !== null) {
    await tx.note('Passkey', is('uid', uid), { vouchedSince: adding.passkeySince });
  }
  await endPendingSignIns(tx, account.email);
  const actor = await personActor(tx, account.identityUid, { ...client, credential: session });
  await recordFactor(tx, account, kind, { operation: 'create', actor, named: { name } });
}

/**
 * Removes one of the caller's factors, and with the last second factor the recovery codes.
 *
 * @throws ApiError as {@link ownAccount} and {@link requireRecentSignIn}; NOT_FOUND.
 */
export async function removeFactor(
  principal: Principal,
  kind: FactorKind,
  uid: string,
  client: Client,
): Promise<void> {
  const account = await ownAccount(principal);
  const { email } = account;
  await requireRecentSignIn(principal, FACTOR_CHANGE);
  await transaction(async (tx) => {
    const factor = await tx.first(kind, all(activeFactors(email), is('uid', uid)));
    if (factor === null) throw notFound(kind, uid);
    await tx.deleteAll(kind, is('uid', uid));
    await afterRemoval(tx, account);
    const actor = await ownActor(tx, account, principal, client);
    await recordFactor(tx, account, kind, { operation: 'delete', actor, named: factor });
  });
  notify(account, KINDS[kind].removed, client);
}

/**
 * Gives one of the caller's factors another name.
 *
 * @throws ApiError as {@link ownAccount}; INVALID_ARGUMENT on `name`; NOT_FOUND.
 */
export async function renameFactor(
  principal: Principal,
  kind: FactorKind,
  { uid, name: given }: { uid: string; name: string },
  client: Client,
): Promise<void> {
  const account = await ownAccount(principal);
  const name = checkedName(given);
  await transaction(async (tx) => {
    const known = await tx.find(kind, activeFactors(account.email));
    const factor = known.find((one) => one.uid === uid);
    if (factor === undefined) throw notFound(kind, uid);
    if (factor.name === name) return;
    requireNewName(kind, known, name);
    await tx.note(kind, is('uid', uid), { name });
    const actor = await ownActor(tx, account, principal, client);
    const named = { name, formerName: factor.name };
    await recordFactor(tx, account, kind, { operation: 'update', actor, named });
  });
}

/**
 * Without a factor nobody needs recovery codes. Without a factor or a passkey no session has shown one
 * any more.
 */
export async function afterRemoval(
  tx: Transaction,
  { email, identityUid }: Account,
): Promise<void> {
  const ofPerson = await sessionsOfAccount(identityUid);
  if ((await tx.count('Passkey', activeFactors(email))) === 0) {
    await tx.note('Session', ofPerson, { passkeyShown: false, passkeySince: null });
  }
  if (!(await hasSecondFactor(tx, email))) {
    await tx.deleteAll('RecoveryCode', is('email', email));
    await tx.note('Session', ofPerson, { secondFactor: false, factorTime: null });
  }
  await endPendingSignIns(tx, email);
}

export const ownActor = (
  tx: Transaction,
  { identityUid }: Account,
  { session }: Principal,
  client: Client,
): Promise<Actor> => personActor(tx, identityUid, { ...client, credential: session });

interface FactorChange {
  operation: 'create' | 'update' | 'delete';
  actor: Actor;
  named: { name: string; formerName?: string };
}

export async function recordFactor(
  tx: Transaction,
  { identityUid }: Account,
  kind: FactorKind,
  { operation, actor, named: { name, formerName } }: FactorChange,
): Promise<void> {
  const { noun, fact } = KINDS[kind];
  const facts = { [fact]: name, ...(formerName !== undefined && { formerName }) };
  const event = `${noun}.${PAST[operation]}`;
  await recordAboutIdentity(tx, identityUid, { event, operation, actor, facts });
}

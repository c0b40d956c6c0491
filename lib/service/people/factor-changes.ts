/** What changes of second factors have in common. */
import { failedPrecondition, invalidField } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import type { Actor } from '#lib/audit/record.ts';
import { endPendingSignIns, hasSecondFactor } from '#lib/auth/second-factor/factors.ts';
import { newRecoveryCode } from '#lib/auth/second-factor/recovery-code-text.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, moreThan } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

export type Account = RowOf<'Account'>;

export interface Changing {
  currentPassword?: string | undefined;
}

/** A factor that does not count within this time has to be added again. */
const BEGUN_MS = 30 * 60 * 1000;
const RECOVERY_CODES = 10;
/** Each app makes a guess a little likelier. */
export const MAX_FACTORS_OF_A_KIND = 20;
const MAX_NAME_LENGTH = 100;

export function checkedName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw invalidField('name', `must be 1 to ${MAX_NAME_LENGTH} characters`);
}

/** The apps, or passkeys, that do not count yet. */
export const begunFactors = (email: string) =>
  all(
    is('email', email),
    is('activeTime', null),
    moreThan('createTime', new Date(Date.now() - BEGUN_MS)),
  );

export function notBegun() {
  return refusal('NOT_BEGUN', 'this was not begun, or too long ago; begin again');
}

export const refusal = (type: string, description: string) =>
  failedPrecondition([{ type, description }]);

/** New recovery codes beside those that count, which they replace once they are confirmed. */
export async function addCodes(tx: Transaction, email: string): Promise<JsonObject> {
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

export async function activateApp(
  tx: Transaction,
  account: Account,
  { uid, name }: RowOf<'AuthenticatorApp'>,
): Promise<void> {
  await tx.note('AuthenticatorApp', is('uid', uid), { activeTime: new Date() });
  await endPendingSignIns(tx, account.email);
  await record(tx, account, 'authenticator_app.created', { authenticatorApp: name });
}

export async function activatePasskey(
  tx: Transaction,
  account: Account,
  { uid, name }: RowOf<'Passkey'>,
): Promise<void> {
  await tx.note('Passkey', is('uid', uid), { activeTime: new Date() });
  await endPendingSignIns(tx, account.email);
  await record(tx, account, 'passkey.created', { passkey: name });
}

/** To be called when a factor was removed. */
export async function afterRemoval(tx: Transaction, email: string): Promise<void> {
  if (!(await hasSecondFactor(tx, email))) await tx.deleteAll('RecoveryCode', is('email', email));
  await endPendingSignIns(tx, email);
}

const OPERATIONS = {
  'authenticator_app.created': 'create',
  'authenticator_app.deleted': 'delete',
  'passkey.created': 'create',
  'passkey.deleted': 'delete',
  'recovery_codes.created': 'create',
} as const satisfies Record<string, Operation>;

export function record(
  tx: Transaction,
  { identityUid }: Account,
  event: keyof typeof OPERATIONS,
  facts: JsonObject = {},
  actor?: Actor,
): Promise<void> {
  const operation = OPERATIONS[event];
  return recordAboutIdentity(tx, identityUid, { event, operation, actor, facts });
}

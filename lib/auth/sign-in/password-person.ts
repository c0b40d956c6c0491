import { countsSince } from '#lib/auth/second-factor/factors.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { addressOf } from './addresses.ts';
import type { IsUnchanged } from '#lib/auth/sessions/sessions.ts';

export interface PasswordPerson {
  account: RowOf<'Account'>;
  email: string;
  emailVerified: boolean;
  /** Since when the passkey counts that they have shown; null if they took none. */
  passkeySince: Date | null;
  secondFactor: boolean;
  /** Whether the account still has the password, and the passkey, that were checked. */
  isUnchanged: IsUnchanged;
}

/** @param account as it was read with the password, the code or the passkey. */
export async function passwordPersonOf(
  account: RowOf<'Account'>,
  { passkey = null, secondFactor }: { passkey?: RowOf<'Passkey'> | null; secondFactor: boolean },
): Promise<PasswordPerson> {
  const { email: key, identityUid, updateTime } = account;
  const email = addressOf(account);
  const identity = await committed.get('Identity', identityUid);
  const emailVerified = identity?.email === email && identity.emailUnverified !== true;
  // A claim match that changed before that ended accounts may name somebody else.
  const isUnchanged: IsUnchanged = async (reads) =>
    (await reads.get('Identity', identityUid))?.subject === identityUid &&
    (await reads.first('Account', all(is('email', key), is('updateTime', updateTime)))) !== null &&
    (passkey === null || (await reads.first('Passkey', is('uid', passkey.uid))) !== null);
  return {
    account,
    email,
    emailVerified,
    passkeySince: passkey === null ? null : countsSince(passkey),
    secondFactor,
    isUnchanged,
  };
}

import { pathUids } from '#lib/aip/uid.ts';
import type { PasswordOwner } from '#lib/auth/password-rules.ts';
import { countsSince } from '#lib/auth/second-factor/factors.ts';
import type { IsUnchanged } from '#lib/auth/sessions/sessions.ts';
import { addressOf } from '#lib/auth/sign-in/addresses.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

export interface PasswordPerson {
  account: RowOf<'Account'>;
  email: string;
  emailVerified: boolean;
  /** The time from which the passkey that was shown counts; null if none was used. */
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
  // The identity must still name its own account. In earlier versions an account outlived a change
  // of the claim match.
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

/**
 * The words of an account's owner: the address, the name of the identity, and the names of the
 * groups above it.
 */
export async function ownerOf(account: RowOf<'Account'>): Promise<Required<PasswordOwner>> {
  const { identityUid } = account;
  const [identities, groups] = await Promise.all([
    committed.getAll('Identity', [identityUid]),
    committed.getAll('Group', pathUids(identityUid)),
  ]);
  return { email: addressOf(account), names: [...identities, ...groups].map(({ name }) => name) };
}

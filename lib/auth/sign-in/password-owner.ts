import { pathUids } from '#lib/aip/uid.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { committed } from '#lib/store/store.ts';
import { addressOf } from './addresses.ts';
import type { PasswordOwner } from '#lib/auth/password-rules.ts';

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

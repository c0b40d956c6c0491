import { pathUids } from '#lib/aip/uid.ts';
import { committed } from '#lib/store/store.ts';
import type { PasswordOwner } from './new-passwords.ts';

/** Whose account it is: their address, the name of their identity and of the groups above it. */
export async function ownerOf(account: {
  email: string;
  identityUid: string;
}): Promise<Required<PasswordOwner>> {
  const { email, identityUid } = account;
  const [identities, groups] = await Promise.all([
    committed.getAll('Identity', [identityUid]),
    committed.getAll('Group', pathUids(identityUid)),
  ]);
  return { email, names: [...identities, ...groups].map(({ name }) => name) };
}

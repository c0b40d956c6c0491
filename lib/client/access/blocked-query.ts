import { queryOptions } from '@tanstack/react-query';
import { readByUids } from '#lib/client/resources/batches.ts';
import { identities, type Identity, type RoleBinding } from '#lib/client/resources/resources.ts';

export const NOBODY: ReadonlySet<string> = new Set();

/** Those identities of the bindings that are blocked, as far as the caller may see them. */
export function blockedQuery(rows: readonly RoleBinding[] = []) {
  const uids = [...new Set(rows.map(({ identity }) => identity.uid))].sort();
  return queryOptions({
    queryKey: ['identities', 'list', { 'uidp.ids': uids }, 'blocked'],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const only = { blocked: 'true' };
      const blocked = await readByUids<Identity>(identities.collection, uids, signal, only);
      return new Set(blocked.map(({ uid }) => uid));
    },
    enabled: uids.length > 0,
  });
}

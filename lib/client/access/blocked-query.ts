import { queryOptions } from '@tanstack/react-query';
import { readByUids } from '#lib/client/resources/batches.ts';
import { roleBindings, type RoleBinding } from '#lib/client/resources/resources.ts';

export const NONE: ReadonlySet<string> = new Set();

/** The uids of those role bindings that a block keeps from having effect. */
export function stoppedQuery(rows: readonly RoleBinding[] = []) {
  const uids = rows.map(({ uid }) => uid).sort();
  return queryOptions({
    queryKey: ['roleBindings', 'list', { 'uidp.ids': uids }, 'stopped'],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const only = { in_effect: 'false' };
      const found = await readByUids<RoleBinding>(roleBindings.collection, uids, signal, only);
      const stopped = found.filter(({ unconfirmedTime }) => unconfirmedTime === undefined);
      return new Set(stopped.map(({ uid }) => uid));
    },
    enabled: uids.length > 0,
  });
}

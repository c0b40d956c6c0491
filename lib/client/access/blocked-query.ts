import { queryOptions } from '@tanstack/react-query';
import { inBatches } from '#lib/client/resources/batches.ts';
import { identities, type RoleBinding } from '#lib/client/resources/resources.ts';
import { call } from '#lib/client/api.ts';
import { searchOf } from '#lib/client/resources/queries.ts';

export const NOBODY: ReadonlySet<string> = new Set();

/** Those identities of the bindings that are blocked, as far as the caller may see them. */
export function blockedQuery(rows: readonly RoleBinding[] = []) {
  const uids = [...new Set(rows.map(({ identity }) => identity.uid))].sort();
  return queryOptions({
    queryKey: ['identities', 'list', { 'uidp.ids': uids }, 'blocked'],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const found = await Promise.all(inBatches(uids).map((batch) => readBlocked(batch, signal)));
      return new Set(found.flat());
    },
    enabled: uids.length > 0,
  });
}

async function readBlocked(uids: readonly string[], signal: AbortSignal): Promise<string[]> {
  type List = { identities: { uid: string }[] };
  const search = searchOf({ 'uidp.ids': uids, blocked: 'true', page_size: '200' });
  const list = await call<List>(`${identities.collection}?${search}`, { signal });
  return list.identities.map(({ uid }) => uid);
}

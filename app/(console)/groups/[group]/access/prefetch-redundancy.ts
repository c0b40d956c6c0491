import type { QueryClient } from '@tanstack/react-query';
import { prefetch } from '#app/(console)/prefetch.ts';
import { bindingsOfQuery, grantsQuery } from '#lib/client/access/bindings.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** What says which of the bindings are redundant, as the page is about to ask for it. */
export async function prefetchRedundancy(
  client: QueryClient,
  rows: readonly RoleBinding[],
  narrowed: ListQuery,
): Promise<void> {
  if (rows.length === 0) return;
  const identities = rows.map(({ identity }) => identity.uid);
  const all = await prefetch(client, bindingsOfQuery(identities, narrowed));
  if (!all) return;
  const roles = [...rows, ...all.bindings].map(({ role }) => role.uid);
  await prefetch(client, grantsQuery(roles));
}

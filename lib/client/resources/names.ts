import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import { inBatches } from '#lib/client/resources/batches.ts';
import { parentUid } from '#lib/client/paths.ts';
import { GROUPS_COLLECTION, type Page, searchOf } from '#lib/client/resources/queries.ts';
import { identities, repos, roles } from '#lib/client/resources/resources.ts';

const COLLECTIONS = {
  groups: GROUPS_COLLECTION,
  identities: identities.collection,
  roles: roles.collection,
  repos: repos.collection,
} as const;

export type Named = keyof typeof COLLECTIONS;

export type Names = ReadonlyMap<string, string>;

export const NO_NAMES: Names = new Map();

const PAGE_SIZE = '200';

/** The uids of the groups that hold the rows, each once. */
export const parentsOf = (rows: readonly { uid: string }[]): string[] => [
  ...new Set(rows.flatMap(({ uid }) => parentUid(uid) ?? [])),
];

export const defaultRolesOf = (rows: readonly { defaultRole?: string }[]): string[] =>
  rows.flatMap(({ defaultRole }) => defaultRole ?? []);

export const rolesOfKeys = (rows: readonly { roleUid?: string }[]): string[] =>
  rows.flatMap(({ roleUid }) => roleUid ?? []);

export function namesQuery(resource: Named, uids: readonly string[]) {
  const sought = [...new Set(uids)].sort();
  return queryOptions({
    queryKey: [resource, 'list', { 'uidp.ids': sought }, 'names'],
    queryFn: ({ signal }) => readNames(resource, sought, signal),
    enabled: sought.length > 0,
  });
}

export async function readNames(
  resource: Named,
  uids: readonly string[],
  signal: AbortSignal,
): Promise<Names> {
  const lists = await Promise.all(
    inBatches(uids).map((batch) => readBatch(resource, batch, signal)),
  );
  return new Map(lists.flat().map(({ uid, name }) => [uid, name]));
}

async function readBatch(resource: Named, uids: readonly string[], signal: AbortSignal) {
  type List = Page & Record<Named, { uid: string; name: string }[]>;
  const search = searchOf({ 'uidp.ids': uids, page_size: PAGE_SIZE });
  return (await call<List>(`${COLLECTIONS[resource]}?${search}`, { signal }))[resource];
}

import { queryOptions } from '@tanstack/react-query';
import { readByUids } from '#lib/client/resources/batches.ts';
import { parentUid } from '#lib/client/paths.ts';
import { groups } from '#lib/client/resources/queries.ts';
import { identities, repos, roles } from '#lib/client/resources/resources.ts';

const COLLECTIONS = {
  groups: groups.collection,
  identities: identities.collection,
  roles: roles.collection,
  repos: repos.collection,
} as const;

export type Named = keyof typeof COLLECTIONS;

/** Names by uid. One that is missing no longer exists, or the caller may not see it. */
export type Names = ReadonlyMap<string, string>;

export const NO_NAMES: Names = new Map();

export type State = Readonly<Record<string, unknown>>;

/** The display name of a resource, from its JSON; undefined if the JSON has too little. */
export function nameIn(state: State): string | undefined {
  if (typeof state['name'] === 'string') return state['name'];
  if (typeof state['url'] === 'string') return state['url'];
  const identity = state['identity'] as { name?: string } | undefined;
  const role = state['role'] as { name?: string } | undefined;
  return identity?.name && role?.name ? `${identity.name} as ${role.name}` : role?.name;
}

/** The uids of the groups that hold the rows, each once. */
export const parentsOf = (rows: readonly { uid: string }[]): string[] => [
  ...new Set(rows.flatMap(({ uid }) => parentUid(uid) ?? [])),
];

export const defaultRolesOf = (rows: readonly { defaultRole?: string }[]): string[] =>
  rows.flatMap(({ defaultRole }) => defaultRole ?? []);

export const rolesOfKeys = (rows: readonly { roleUid?: string }[]): string[] =>
  rows.flatMap(({ roleUid }) => roleUid ?? []);

/** The names of the resources with these uids. */
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
  const rows = await readByUids<{ uid: string; name: string }>(COLLECTIONS[resource], uids, signal);
  return new Map(rows.map(({ uid, name }) => [uid, name]));
}

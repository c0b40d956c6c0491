/** Role bindings with the capabilities of their roles, as far as the caller can see both. */
import { firstIn, rootOf } from '#lib/client/paths.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { BUILT_IN_ROLES, builtInRole } from '#lib/resources/built-in-roles.ts';
import type { Holdings } from '#lib/client/access/access.ts';
import { inBatches, readByUids } from '#lib/client/resources/batches.ts';
import { pagesOf } from '#lib/client/lists/read-rows.ts';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import { type ListQuery, type Page, readPage } from '#lib/client/resources/queries.ts';
import type { GrantsOfRoles } from '#lib/client/access/redundancy.ts';
import {
  type Role,
  type RoleBinding,
  roleBindings,
  roles,
} from '#lib/client/resources/resources.ts';

const PAGE_SIZE = '200';
const MOST = 1_000;

const distinct = (uids: readonly string[]) => [...new Set(uids)].sort();

const BUILT_IN = new Map<string, readonly string[]>(
  BUILT_IN_ROLES.map(({ uid, capabilities }) => [uid, capabilities]),
);

const distinctCustom = (uids: readonly string[]) =>
  distinct(uids).filter((uid) => !BUILT_IN.has(uid));

/** The capabilities of roles. Built-in ones are known, the others are read. */
export async function readGrants(
  roleUids: readonly string[],
  signal: AbortSignal,
): Promise<GrantsOfRoles> {
  const read = await readByUids<Role>(roles.collection, distinctCustom(roleUids), signal);
  return new Map([...BUILT_IN, ...read.map((role) => [role.uid, role.capabilities] as const)]);
}

/** The capabilities by the uid of the role. Roles that the caller cannot see are absent. */
export function grantsQuery(roleUids: readonly string[]) {
  const uids = distinctCustom(roleUids);
  return queryOptions({
    queryKey: ['roles', 'list', { 'uidp.ids': uids }, 'grants'],
    queryFn: ({ signal }) => readGrants(uids, signal),
  });
}

const readFrom = (query: ListQuery, token: string, signal: AbortSignal) =>
  readPage<RoleBinding>(
    roleBindings.collection,
    { ...query, ...(token && { page_token: token }) },
    signal,
  );

async function readAll(query: ListQuery, signal: AbortSignal) {
  const bindings: RoleBinding[] = [];
  let isComplete = false;
  for await (const page of pagesOf<RoleBinding>(roleBindings.collection, query, signal)) {
    bindings.push(...page.rows);
    isComplete = page.isLast;
    if (bindings.length >= MOST) break;
  }
  return { bindings, isComplete };
}

/**
 * Every binding of some identities, narrowed by further filters. The uids may take several
 * requests; each returns up to 1,000 bindings.
 */
export async function readBindingsOf(
  identityUids: readonly string[],
  narrowed: ListQuery,
  signal: AbortSignal,
) {
  const parts = await Promise.all(
    inBatches(distinct(identityUids)).map((some) =>
      readAll({ ...narrowed, identity: some }, signal),
    ),
  );
  return {
    bindings: parts.flatMap(({ bindings }) => bindings),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}

const PAGES = {
  initialPageParam: '',
  getNextPageParam: ({ nextPageToken }: Page) => nextPageToken || undefined,
};

/** The bindings of a role, the newest first, in pages of 25. */
export function usesQuery(role: string) {
  const query = { role, order_by: 'created_at desc', page_size: '25' };
  return infiniteQueryOptions({
    ...PAGES,
    queryKey: ['roleBindings', 'list', query, 'pages'],
    queryFn: ({ pageParam, signal }) => readFrom(query, pageParam, signal),
  });
}

/**
 * The bindings of an identity that have not ended, the oldest first. Each page includes the capabilities of its roles.
 */
export function accessOfIdentityQuery(identity: string) {
  const query = { identity, expired: 'false', order_by: 'created_at', page_size: PAGE_SIZE };
  return infiniteQueryOptions({
    ...PAGES,
    queryKey: ['roleBindings', 'list', query, 'granted'],
    queryFn: async ({ pageParam, signal }) => {
      const page = await readFrom(query, pageParam, signal);
      const roleUids = page.rows.map(({ role }) => role.uid);
      return { ...page, grants: await readGrants(roleUids, signal) };
    },
  });
}

/** The owners of the organization that a group is in: bindings at its root group. */
export const ownersQuery = (group: string) =>
  roleBindings.list({
    'uidp.children_of': rootOf(group),
    role: builtInRole('owner').uid,
    page_size: PAGE_SIZE,
  });

/** Filters that keep every binding at the groups of a list's rows and above. */
export const aboveListed = (group: string, scope: ListScope): ListQuery =>
  scope === 'below' ? {} : { 'uidp.ancestors_of': firstIn(group) };

/** The capabilities that no other binding grants there, and those that another one does. */
export function splitGiven(
  capabilities: readonly string[],
  holdings: Pick<Holdings, 'capabilities'>,
  binding?: string,
): { alone: string[]; shared: string[] } {
  const given = new Map(
    holdings.capabilities.map(({ capability, roleBindingUids, hidden }) => [
      capability,
      hidden + roleBindingUids.filter((uid) => uid !== binding).length,
    ]),
  );
  const isShared = (capability: string) => (given.get(capability) ?? 0) > 0;
  return {
    alone: capabilities.filter((capability) => !isShared(capability)),
    shared: capabilities.filter(isShared),
  };
}

/** After a change of bindings or roles: refetches all access, including the caller's. */
export function refreshAccess(client: QueryClient): void {
  roleBindings.refresh(client);
  for (const key of ['access', 'me']) void client.invalidateQueries({ queryKey: [key] });
}

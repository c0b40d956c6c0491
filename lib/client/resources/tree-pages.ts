import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import {
  groups,
  type ListQuery,
  ofTree,
  type Page,
  readPage,
} from '#lib/client/resources/queries.ts';
import type { Group } from '#lib/client/resources/wire.ts';

export type Sibling = Pick<Group, 'uid' | 'name'>;

/** A page of the groups directly in one. `total` counts all of them. */
export interface SiblingPage {
  groups: readonly Sibling[];
  total: number;
}

export const TREE_PAGE_SIZE = 100;

/* During a binary search, pages younger than this are not requested again. */
const FRESH_MS = 60_000;

/** A page of the tree. */
export interface TreePage extends Page {
  groups: readonly Group[];
  /** The uids of its groups that contain no groups. */
  leaves: readonly string[];
}

type Uid = Pick<Sibling, 'uid'>;

/** The uids of the groups that contain no groups, with one request for all. */
async function leavesAmong(asked: readonly Uid[], signal: AbortSignal): Promise<string[]> {
  if (asked.length === 0) return [];
  const groupUids = asked.map(({ uid }) => uid);
  const body = { groupUids };
  const path = `${groups.collection}:listParents`;
  const asking = { method: 'POST', body, signal, asksNobody: true } as const;
  const parents = await call<{ groupUids: string[] }>(path, asking);
  return groupUids.filter((uid) => !parents.groupUids.includes(uid));
}

/** One page of a group's children, ordered by name; `page` counts from 0. */
export function treePage(parent: string, page: number) {
  const query: ListQuery = {
    'uidp.children_of': parent,
    order_by: 'name',
    page_size: String(TREE_PAGE_SIZE),
    skip: String(page * TREE_PAGE_SIZE),
  };
  return queryOptions({
    queryKey: ofTree(query),
    queryFn: async ({ signal }): Promise<TreePage> => {
      const { rows, ...page } = await readPage<Group>(groups.collection, query, signal);
      // An arrow too many harms less than a page that fails.
      const leaves = await leavesAmong(rows, signal).catch(() => []);
      return { ...page, groups: rows, leaves };
    },
  });
}

/** Which of the first top groups contain no groups. */
export function rootLeaves(roots: readonly Uid[]) {
  const asked = roots.slice(0, TREE_PAGE_SIZE);
  return queryOptions({
    queryKey: ofTree({ 'uidp.ids': asked.map(({ uid }) => uid) }),
    queryFn: ({ signal }) => leavesAmong(asked, signal),
  });
}

/** Reads pages for a binary search, and stores them where the tree finds them. */
export const pageReader =
  (client: QueryClient, parent: string) =>
  async (page: number): Promise<SiblingPage> => {
    const list = await client.fetchQuery({ ...treePage(parent, page), staleTime: FRESH_MS });
    return { groups: list.groups, total: Number(list.totalCount) };
  };

import type { QueryClient } from '@tanstack/react-query';
import { groups } from '#lib/client/resources/queries.ts';
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

/** One page of a group's children, ordered by name; `page` counts from 0. */
export const treePage = (parent: string, page: number) =>
  groups.list({
    'uidp.children_of': parent,
    order_by: 'name',
    page_size: String(TREE_PAGE_SIZE),
    skip: String(page * TREE_PAGE_SIZE),
  });

/** Reads pages for a binary search, and stores them where the tree finds them. */
export const pageReader =
  (client: QueryClient, parent: string) =>
  async (page: number): Promise<SiblingPage> => {
    const list = await client.fetchQuery({ ...treePage(parent, page), staleTime: FRESH_MS });
    return { groups: list.groups, total: Number(list.totalCount) };
  };

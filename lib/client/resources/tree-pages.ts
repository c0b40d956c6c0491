import type { QueryClient } from '@tanstack/react-query';
import { groupsQuery } from '#lib/client/resources/queries.ts';

export interface Sibling {
  uid: string;
  name: string;
}

export interface SiblingPage {
  groups: readonly Sibling[];
  total: number;
}

/** Children are asked for this many at a time. */
export const TREE_PAGE_SIZE = 100;

/* While halving, pages this young are not asked for again. */
const FRESH_MS = 60_000;

/** One page of a group's children in the order of their names; `page` counts from 0. */
export const treePage = (parent: string, page: number) =>
  groupsQuery({
    'uidp.children_of': parent,
    order_by: 'name',
    page_size: String(TREE_PAGE_SIZE),
    skip: String(page * TREE_PAGE_SIZE),
  });

/** A reader of a group's pages for halving; it leaves what it reads where the tree finds it. */
export const pageReader =
  (client: QueryClient, parent: string) =>
  async (page: number): Promise<SiblingPage> => {
    const list = await client.fetchQuery({ ...treePage(parent, page), staleTime: FRESH_MS });
    return { groups: list.groups, total: Number(list.totalCount) };
  };

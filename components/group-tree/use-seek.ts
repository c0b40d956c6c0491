'use client';

import { useQueryClient } from '@tanstack/react-query';
import { lowerBound } from '#components/group-tree/locate.ts';
import { TREE_PAGE_SIZE, treePage } from '#components/group-tree/pages.ts';
import { type Row, ROOTS, rowOf } from '#components/group-tree/rows.ts';
import type { Tree } from '#components/group-tree/use-tree.ts';
import { findByPrefix } from '#components/group-tree/use-tree-keys.ts';

/** Type-ahead: among the loaded rows first, then by halving among the siblings of the row with the focus. */
export function useSeek(tree: Tree, moveTo: (row: number) => void) {
  const client = useQueryClient();
  return async (prefix: string, row: Row): Promise<void> => {
    const loaded = findByPrefix(tree, prefix, prefix.length > 1 ? row.row : row.row + 1);
    if (loaded !== undefined) return moveTo(loaded);
    if (row.parent === ROOTS) return;
    const found = await lowerBound({ name: prefix, uid: '' }, TREE_PAGE_SIZE, (page) =>
      client.fetchQuery({ ...treePage(row.parent, page), staleTime: 60_000 }),
    );
    if (!found?.sibling.name.startsWith(prefix)) return;
    const target = rowOf(tree.runs, row.parent, found.index);
    if (target !== undefined) moveTo(target);
  };
}

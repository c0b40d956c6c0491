'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { lowerBound } from '#components/group-tree/locate.ts';
import { pageReader, TREE_PAGE_SIZE } from '#lib/client/resources/tree-pages.ts';
import { type Row, ROOTS, rowOf } from '#components/group-tree/rows.ts';
import type { Tree } from '#components/group-tree/use-tree.ts';
import { findByPrefix } from '#components/group-tree/use-tree-keys.ts';

/**
 * Type-ahead: searches the loaded rows first, then the siblings of the focused row by binary
 * search.
 */
export function useSeek(tree: Tree, moveTo: (row: number) => void) {
  const client = useQueryClient();
  const latest = useRef(0);
  return async (prefix: string, row: Row): Promise<void> => {
    const turn = ++latest.current;
    const loaded = findByPrefix(tree, prefix, prefix.length > 1 ? row.row : row.row + 1);
    if (loaded !== undefined) return moveTo(loaded);
    if (row.parent === ROOTS) return;
    const target = { name: prefix, uid: '' };
    const found = await lowerBound(target, TREE_PAGE_SIZE, pageReader(client, row.parent));
    // A letter typed since then started a newer search, which may have finished earlier.
    if (turn !== latest.current || !found?.sibling.name.startsWith(prefix)) return;
    const number = rowOf(tree.runs, row.parent, found.index);
    if (number !== undefined) moveTo(number);
  };
}

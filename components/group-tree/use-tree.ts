'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { rootLeaves, TREE_PAGE_SIZE, treePage } from '#lib/client/resources/tree-pages.ts';
import { type Branch, layOut, ROOTS, type Run } from '#components/group-tree/rows.ts';
import type { Group } from '#lib/client/resources/queries.ts';

/** An expanded group: its parent, and the page of the parent's children that contains it. */
export interface Expanded {
  parent: string;
  page: number;
}

export type Expansion = ReadonlyMap<string, Expanded>;

export interface PageRef {
  parent: string;
  page: number;
}

export interface Tree {
  runs: Run[];
  groupAt: (parent: string, index: number) => Group | undefined;
  /** Whether the page that contains this child failed to load. */
  isFailedAt: (parent: string, index: number) => boolean;
  isExpanded: (uid: string) => boolean;
  /** Whether its first children are loading. */
  isPending: (uid: string) => boolean;
  /** Whether it is known to contain no groups. */
  isLeaf: (uid: string) => boolean;
  retry: (parent: string) => void;
}

export const pageKey = ({ parent, page }: PageRef) => `${parent}#${page}`;
const pageOf = (index: number) => Math.floor(index / TREE_PAGE_SIZE);

/** All pages needed before any row is visible, found by walking the expanded groups. */
function neededPages(expansion: Expansion, visible: readonly PageRef[]): PageRef[] {
  const needed = new Map<string, PageRef>();
  const add = (ref: PageRef) => ref.parent !== ROOTS && needed.set(pageKey(ref), ref);
  const isOpen = (uid: string): boolean => {
    if (uid === ROOTS) return true;
    const entry = expansion.get(uid);
    return entry !== undefined && isOpen(entry.parent);
  };
  for (const [uid, { parent, page }] of expansion) {
    if (!isOpen(uid)) continue;
    add({ parent: uid, page: 0 });
    add({ parent, page });
  }
  for (const ref of visible) if (isOpen(ref.parent)) add(ref);
  return [...needed.values()];
}

type PageResult =
  ReturnType<typeof useTreePages> extends Map<string, infer Result> ? Result : never;

function useTreePages(refs: readonly PageRef[]) {
  const results = useQueries({ queries: refs.map((ref) => treePage(ref.parent, ref.page)) });
  return useMemo(
    () => new Map(refs.map((ref, position) => [pageKey(ref), results[position]!] as const)),
    [refs, results],
  );
}

function branchReader(
  roots: readonly Group[],
  expansion: Expansion,
  refs: readonly PageRef[],
  pages: ReadonlyMap<string, PageResult>,
) {
  const children = Map.groupBy(expansion, ([, entry]) => entry.parent);
  const pagesOf = Map.groupBy(refs, (ref) => ref.parent);
  const placeOf = (uid: string, { parent, page }: Expanded): number => {
    if (parent === ROOTS) return roots.findIndex((root) => root.uid === uid);
    const groups = pages.get(pageKey({ parent, page }))?.data?.groups ?? [];
    const offset = groups.findIndex((group) => group.uid === uid);
    return offset < 0 ? -1 : page * TREE_PAGE_SIZE + offset;
  };
  return (parent: string): Branch => {
    const expanded = (children.get(parent) ?? [])
      .map(([uid, entry]) => ({ uid, index: placeOf(uid, entry) }))
      .filter(({ index }) => index >= 0)
      .sort((a, b) => a.index - b.index);
    if (parent === ROOTS) return { total: roots.length, isFailed: false, expanded };
    // Pages load at different times. The newest one has the most accurate count.
    let newest: PageResult | undefined;
    for (const ref of pagesOf.get(parent) ?? []) {
      const page = pages.get(pageKey(ref));
      if (page?.data && page.dataUpdatedAt > (newest?.dataUpdatedAt ?? -1)) newest = page;
    }
    const isFailed = pages.get(pageKey({ parent, page: 0 }))?.isError ?? false;
    return { total: newest?.data && Number(newest.data.totalCount), isFailed, expanded };
  };
}

/** The rows of the expanded groups, and the pages of children behind the visible ones. */
export function useTree(
  roots: readonly Group[],
  expansion: Expansion,
  visible: readonly PageRef[],
): Tree {
  const refs = useMemo(() => neededPages(expansion, visible), [expansion, visible]);
  const pages = useTreePages(refs);
  const { data: topLeaves } = useQuery(rootLeaves(roots));
  const leaves = useMemo(() => {
    const below = [...pages.values()].flatMap(({ data }) => data?.leaves ?? []);
    return new Set([...(topLeaves ?? []), ...below]);
  }, [topLeaves, pages]);
  const runs = useMemo(
    () => layOut(branchReader(roots, expansion, refs, pages)),
    [roots, expansion, refs, pages],
  );

  const groupAt = useCallback(
    (parent: string, index: number) => {
      if (parent === ROOTS) return roots[index];
      const page = pages.get(pageKey({ parent, page: pageOf(index) }));
      return page?.data?.groups[index % TREE_PAGE_SIZE];
    },
    [roots, pages],
  );

  return {
    runs,
    groupAt,
    isFailedAt: (parent, index) =>
      pages.get(pageKey({ parent, page: pageOf(index) }))?.isError ?? false,
    isExpanded: (uid) => expansion.has(uid),
    isPending: (uid) => expansion.has(uid) && (pages.get(`${uid}#0`)?.isPending ?? false),
    isLeaf: (uid) => {
      const total = pages.get(pageKey({ parent: uid, page: 0 }))?.data?.totalCount;
      return total === undefined ? leaves.has(uid) : total === '0';
    },
    retry: (parent) => {
      for (const ref of refs) {
        const page = pages.get(pageKey(ref));
        if (ref.parent === parent && page?.isError) void page.refetch();
      }
    },
  };
}

/**
 * The expanded groups, and functions to change them. This state outlives the tree, which a drawer
 * may unmount.
 */
export function useExpansion() {
  const [expansion, setExpansion] = useState<Expansion>(() => new Map());
  const expand = useCallback((entries: Iterable<readonly [string, Expanded]>) => {
    setExpansion((current) => new Map([...current, ...entries]));
  }, []);
  const collapse = useCallback((uid: string) => {
    setExpansion((current) => {
      const next = new Map(current);
      next.delete(uid);
      return next;
    });
  }, []);
  return useMemo(() => ({ expansion, expand, collapse }), [expansion, expand, collapse]);
}

export type ExpansionState = ReturnType<typeof useExpansion>;

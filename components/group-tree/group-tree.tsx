'use client';

import { useRouter } from 'next/navigation';
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { TREE_PAGE_SIZE } from '#lib/client/resources/tree-pages.ts';
import { type Row, ROOTS, rowAt, rowOf } from '#components/group-tree/rows.ts';
import { TreeRow } from '#components/group-tree/tree-row.tsx';
import { type Place, useReveal } from '#components/group-tree/use-reveal.ts';
import { usePrefetch } from '#components/group-tree/use-prefetch.ts';
import { useSeek } from '#components/group-tree/use-seek.ts';
import {
  type Expanded,
  type ExpansionState,
  type Tree,
  useTree,
} from '#components/group-tree/use-tree.ts';
import { settle, useTreeKeys } from '#components/group-tree/use-tree-keys.ts';
import { useTreeRows } from '#components/group-tree/use-tree-rows.ts';
import { useVisiblePages } from '#components/group-tree/use-visible-pages.ts';
import { useMarks } from '#components/resource/use-marks.ts';
import type { Group } from '#lib/client/resources/queries.ts';

export interface GroupTreeProps {
  /** The caller's top groups, in display order. */
  roots: readonly Group[];
  /** The uid of the group in the address. */
  selected: string | null;
  expansion: ExpansionState;
  hrefOf: (uid: string) => string;
  /** Called when a group is opened, so that a drawer can close. */
  onOpen?: () => void;
  /** The accessible name of the tree. */
  label?: string;
}

function entriesOf(tree: Tree, rows: readonly Row[]): [string, Expanded][] {
  return rows.flatMap(({ parent, index }) => {
    const group = tree.groupAt(parent, index);
    return group && !tree.isLeaf(group.uid)
      ? [[group.uid, { parent, page: Math.floor(index / TREE_PAGE_SIZE) }] as const]
      : [];
  }) as [string, Expanded][];
}

/**
 * Only siblings on the same page as the row: `*` must not load the children of ten thousand groups.
 */
function siblingsOnPage(tree: Tree, row: Row): Row[] {
  const first = row.index - (row.index % TREE_PAGE_SIZE);
  return Array.from({ length: TREE_PAGE_SIZE }, (_, offset) => {
    const number = rowOf(tree.runs, row.parent, first + offset);
    return number === undefined ? undefined : rowAt(tree.runs, number);
  }).filter((sibling) => sibling !== undefined);
}

/**
 * The group hierarchy. It loads page by page, renders only visible rows, and works with the
 * keyboard alone.
 */
export function GroupTree(props: GroupTreeProps) {
  const { roots, selected, expansion, hrefOf, onOpen, label = 'Groups' } = props;
  const router = useRouter();
  const marks = useMarks();
  const hasFocus = useRef(false);
  /* The pages that opened groups were on, so that no search is needed. */
  const opened = useRef(new Map<string, number>());
  const [place, setPlace] = useState<Place>({ parent: ROOTS, index: 0 });
  const { pages, report } = useVisiblePages();
  const tree = useTree(roots, expansion.expansion, pages);
  const active = settle(tree, place);
  const rows = useTreeRows(tree.runs, active, report);
  const { scroller, rowHeight } = rows;

  const moveTo = (row: number) => {
    const target = rowAt(tree.runs, row);
    if (!target) return;
    setPlace({ parent: target.parent, index: target.index });
    rows.show(row, false);
  };

  const guessPage = (uid: string) => opened.current.get(uid) ?? expansion.expansion.get(uid)?.page;
  useRevealed(useReveal(roots, selected, expansion.expand, guessPage), (target) => {
    const row = rowOf(tree.runs, target.parent, target.index);
    if (row === undefined) return false;
    if (!hasFocus.current) setPlace(target);
    if (row <= rows.first || row >= rows.last) rows.show(row, true);
    return true;
  });

  // Loading can replace the focused row. The focus then stays in the tree.
  useLayoutEffect(() => {
    if (!hasFocus.current) return;
    const item = scroller.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]');
    if (item && item !== document.activeElement) item.focus({ preventScroll: true });
  });

  const open = (row: Row) => {
    const group = tree.groupAt(row.parent, row.index);
    if (!group) return tree.retry(row.parent);
    opened.current.set(group.uid, Math.floor(row.index / TREE_PAGE_SIZE));
    router.push(hrefOf(group.uid));
    onOpen?.();
  };
  const expand = (row: Row) => expansion.expand(entriesOf(tree, [row]));
  const collapse = (row: Row) => {
    const group = tree.groupAt(row.parent, row.index);
    if (group) expansion.collapse(group.uid);
  };
  const seek = useSeek(tree, moveTo);
  const onKeyDown = useTreeKeys(tree, active, {
    moveTo,
    open,
    expand,
    collapse,
    expandSiblings: (row) => expansion.expand(entriesOf(tree, siblingsOnPage(tree, row))),
    seek: (prefix, row) => void seek(prefix, row),
    pageRows: () => Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1,
  });

  const prefetchGroup = usePrefetch();
  const prefetch = (group: Group | undefined) =>
    prefetchGroup(group && !tree.isLeaf(group.uid) ? group : undefined);
  const onFocus = (event: FocusEvent) => {
    hasFocus.current = true;
    const number = (event.target as HTMLElement).dataset['row'];
    const row = number === undefined ? undefined : rowAt(tree.runs, Number(number));
    if (!row) return;
    prefetch(tree.groupAt(row.parent, row.index));
    if (row.row !== active?.row) setPlace({ parent: row.parent, index: row.index });
  };
  const onBlur = (event: FocusEvent) => {
    hasFocus.current = event.currentTarget.contains(event.relatedTarget);
  };

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
      <div
        role="tree"
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        className="relative w-full"
        style={{ height: rows.height }}
      >
        {rows.numbers.map((number) => {
          const row = rowAt(tree.runs, number);
          if (!row) return null;
          const group = tree.groupAt(row.parent, row.index);
          const uid = group?.uid ?? '';
          const isFailed = row.kind === 'failed' || tree.isFailedAt(row.parent, row.index);
          return (
            <div
              key={`${row.kind}:${row.parent}:${row.index}`}
              role="none"
              className="absolute inset-x-0 top-0 py-px"
              style={{ height: rowHeight, transform: `translateY(${number * rowHeight}px)` }}
            >
              <TreeRow
                row={row}
                group={group}
                mark={marks.get(uid)}
                isFailed={isFailed && !group}
                href={group && hrefOf(group.uid)}
                isSelected={uid !== '' && uid === selected}
                isActive={row.row === active?.row}
                isExpanded={tree.isExpanded(uid)}
                isPending={tree.isPending(uid)}
                isLeaf={tree.isLeaf(uid)}
                onToggle={() => (tree.isExpanded(uid) ? collapse(row) : expand(row))}
                onOpen={() => open(row)}
                onRetry={() => tree.retry(row.parent)}
                onIntent={() => prefetch(group)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Passes a revealed position to `show` when the rows contain it, once for each position. */
function useRevealed(revealed: Place | null, show: (place: Place) => boolean) {
  const waiting = useRef<Place | null>(null);
  const seen = useRef<Place | null>(null);
  useLayoutEffect(() => {
    if (revealed !== seen.current) {
      seen.current = revealed;
      waiting.current = revealed;
    }
    if (waiting.current && show(waiting.current)) waiting.current = null;
  });
}

'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { TREE_PAGE_SIZE } from '#lib/client/resources/tree-pages.ts';
import { rowAt, type Run } from '#components/group-tree/rows.ts';
import { type PageRef, pageKey } from '#components/group-tree/use-tree.ts';

/* Dragging the scroll bar over ten thousand rows must not request a hundred pages. */
const THROTTLE_MS = 90;
/* Pages this many rows ahead are requested before they become visible. */
const AHEAD = 30;

function pagesIn(runs: readonly Run[], first: number, last: number): PageRef[] {
  const pages = new Map<string, PageRef>();
  for (let number = Math.max(0, first - AHEAD); number <= last + AHEAD; number += 1) {
    const row = rowAt(runs, number);
    if (!row) break;
    const ref = { parent: row.parent, page: Math.floor(row.index / TREE_PAGE_SIZE) };
    pages.set(pageKey(ref), ref);
  }
  return [...pages.values()];
}

const fingerprint = (pages: readonly PageRef[]) => pages.map(pageKey).join('\n');

/** The pages of children behind the visible rows, updated at most every 90 ms while scrolling. */
export function useVisiblePages() {
  const [pages, setPages] = useState<readonly PageRef[]>([]);
  const waiting = useRef<{ runs: readonly Run[]; first: number; last: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const apply = useCallback(() => {
    timer.current = null;
    if (!waiting.current) return;
    const next = pagesIn(waiting.current.runs, waiting.current.first, waiting.current.last);
    setPages((current) => (fingerprint(current) === fingerprint(next) ? current : next));
  }, []);

  const report = useCallback(
    (runs: readonly Run[], first: number, last: number) => {
      waiting.current = { runs, first, last };
      timer.current ??= setTimeout(apply, THROTTLE_MS);
    },
    [apply],
  );

  useEffect(() => {
    return () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    };
  }, []);

  return { pages, report };
}

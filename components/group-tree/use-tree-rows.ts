import { useEffect, useRef } from 'react';
import { type Row, rowCount, type Run } from '#components/group-tree/rows.ts';
import type { useVisiblePages } from '#components/group-tree/use-visible-pages.ts';
import { useWindow } from '#components/group-tree/use-window.ts';
import { useMedia } from '#components/ui/hooks/use-media.ts';
import { useTextScale } from '#components/ui/hooks/use-text-scale.ts';

const OVERSCAN = 12;

/** The rows in the document: the visible ones, a few around them, and the focused one. */
export function useTreeRows(
  runs: readonly Run[],
  active: Row | undefined,
  report: ReturnType<typeof useVisiblePages>['report'],
) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = (useMedia('(pointer: coarse)') ? 40 : 32) * useTextScale();
  const count = rowCount(runs);
  const {
    sight: { first, last },
    show,
  } = useWindow(scroller, count, rowHeight);

  useEffect(() => {
    if (count > 0) report(runs, first, last);
  }, [first, last, count, runs, report]);

  const from = Math.max(0, first - OVERSCAN);
  const to = Math.min(count - 1, last + OVERSCAN);
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
  if (active && active.row < from) numbers.unshift(active.row);
  if (active && active.row > to) numbers.push(active.row);
  return { scroller, rowHeight, numbers, height: count * rowHeight, show, first, last };
}

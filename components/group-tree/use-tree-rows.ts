'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { type Row, rowAt, rowCount, type Run } from '#components/group-tree/rows.ts';
import type { useVisiblePages } from '#components/group-tree/use-visible-pages.ts';
import { useMedia } from '#components/ui/use-media.ts';

const OVERSCAN = 12;
/* What the server assumes, so that the topmost groups are in the first paint. */
const FIRST_RECT = { width: 280, height: 640 };

/** The rows that are in the document: those in sight, a few around them, and the one with the focus. */
export function useTreeRows(
  runs: readonly Run[],
  active: Row | undefined,
  report: ReturnType<typeof useVisiblePages>['report'],
) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMedia('(pointer: coarse)') ? 40 : 32;

  const virtualizer = useVirtualizer({
    count: rowCount(runs),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: FIRST_RECT,
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const row = rowAt(runs, index);
      return row ? `${row.kind}:${row.parent}:${row.index}` : index;
    },
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const rows = Array.from({ length: to - from + 1 }, (_, step) => from + step);
      if (active && active.row < from) rows.unshift(active.row);
      if (active && active.row > to) rows.push(active.row);
      return rows;
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const { range } = virtualizer;
  useEffect(() => {
    if (range) report(runs, range.startIndex, range.endIndex);
  }, [range, runs, report]);

  return { scroller, virtualizer, rowHeight };
}

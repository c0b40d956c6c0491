'use client';

import { useEffect, useRef, useState } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import type { BulkBarProps } from '#components/resource-table/bulk-action.ts';
import { counted } from '#components/resource-table/counted.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { readRows } from '#lib/client/lists/read-rows.ts';

const NUMBERS = new Intl.NumberFormat('en');

/**
 * Chooses every row that matches, beyond the page: the server is asked for all of them by the same
 * filters, so that what is done next is done to exactly these.
 */
export function ChooseAll<Row extends object>(props: BulkBarProps<Row>) {
  const { action, selection, page, total = 0, collection, query, idOf } = props;
  const [read, setRead] = useState<number | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  const isPageChosen = page.every((row) => selection.has(idOf(row)));

  const choose = async () => {
    const controller = new AbortController();
    work.current = controller;
    const rows: Row[] = [];
    setRead(0);
    try {
      await readRows<Row>(collection, query, controller.signal, (more) => {
        rows.push(...more);
        setRead(rows.length);
      });
      selection.choose(rows.map(idOf), rows);
    } catch (error) {
      if (!controller.signal.aborted) {
        const { why } = problemOf(error as Error);
        toast({ title: `The ${action.noun[1]} could not all be read: ${why}`, tone: 'problem' });
      }
    }
    setRead(null);
  };

  if (read !== null) {
    return (
      <p className="flex items-center gap-2">
        <progress aria-label="Reading what matches" value={read} max={total} className="w-32" />
        <span className="tabular-nums">
          {NUMBERS.format(read)} of {NUMBERS.format(total)}
        </span>
        <Button size="sm" variant="ghost" onPress={() => work.current?.abort()}>
          Stop
        </Button>
      </p>
    );
  }
  if (!isPageChosen || selection.rows.length >= total) return null;
  return (
    <Button size="sm" variant="ghost" onPress={() => void choose()}>
      {`Choose all ${counted(total, action.noun)} that match`}
    </Button>
  );
}

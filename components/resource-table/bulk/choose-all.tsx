'use client';

import { useEffect, useRef, useState } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { counted } from '#lib/client/counted.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { numberText } from '#lib/client/counted.ts';

export interface ChooseAllProps {
  /** What the rows are: "group", "groups". */
  noun: readonly [one: string, many: string];
  /** How many rows are chosen. */
  chosen: number;
  /** How many rows match the filters. */
  total: number;
  /** Whether each row of the page is chosen. */
  isPageChosen: boolean;
  /** Reads and chooses every row that matches. Calls `onCount` after each page with the number of rows so far. */
  read: (signal: AbortSignal, onCount: (count: number) => void) => Promise<void>;
}

/**
 * Chooses every row that matches, beyond the page. It reads all of them by the same filters, so
 * that the next action applies to exactly these rows.
 */
export function ChooseAll({ noun, chosen, total, isPageChosen, read }: ChooseAllProps) {
  const [count, setCount] = useState<number | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  const choose = async () => {
    const controller = new AbortController();
    work.current = controller;
    setCount(0);
    try {
      await read(controller.signal, setCount);
    } catch (error) {
      if (!controller.signal.aborted) {
        const { why } = problemOf(error as Error);
        toast({ title: `Not all ${noun[1]} could be read: ${why}`, tone: 'problem' });
      }
    }
    setCount(null);
  };

  if (count !== null) {
    return (
      <p className="flex items-center gap-2">
        <progress aria-label="Reading all matches" value={count} max={total} className="w-32" />
        <span className="tabular-nums">
          {numberText(count)} of {numberText(total)}
        </span>
        <Button size="sm" variant="ghost" onPress={() => work.current?.abort()}>
          Stop
        </Button>
      </p>
    );
  }
  if (!isPageChosen || chosen >= total) return null;
  return (
    <Button size="sm" variant="ghost" onPress={() => void choose()}>
      {`Select all ${counted(total, noun)} that match`}
    </Button>
  );
}

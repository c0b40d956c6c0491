'use client';

import { Trash2, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Selection } from '#components/resource-table/use-selection.ts';
import { Button } from '#components/ui/buttons/button.tsx';

export interface BulkAction<Row> {
  /** What the rows are: "group", "groups". */
  noun: readonly [one: string, many: string];
  /** "Delete", "Remove", "Revoke". */
  verb: string;
  /** "deleted", "removed", "revoked". */
  done: string;
  /** What will happen, told before it does. */
  impact: ReactNode;
  /** Does it to one row. */
  run: (row: Row) => Promise<unknown>;
  /** Why it cannot be done to a row, or false. */
  missing: (row: Row) => string | false;
  /** Called at the end, also where some failed. */
  onDone: () => void;
}

export interface BulkBarProps<Row> {
  action: BulkAction<Row>;
  selection: Selection<Row>;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}

const BulkDialog = lazy(() => import('#components/resource-table/bulk-dialog.tsx'));

/** "3 groups", "1 group". */
export function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? one : many}`;
}

/** What may be done to the rows that are chosen; nothing while there are none. */
export function BulkBar<Row>({ action, selection, idOf, nameOf }: BulkBarProps<Row>) {
  const [doing, setDoing] = useState<readonly Row[] | null>(null);
  const { rows } = selection;
  const reasons = rows.map(action.missing).filter((reason) => reason !== false);
  return (
    <>
      {rows.length > 0 && (
        <div
          role="group"
          aria-label="Chosen rows"
          className="sticky -top-4 z-20 mb-2 flex items-center gap-2 rounded border border-line bg-accent-soft py-1 pr-1 pl-3 text-sm max-sm:hidden"
        >
          <p role="status" className="flex-1">
            {counted(rows.length, action.noun)} chosen
          </p>
          <Button
            size="sm"
            icon={Trash2}
            disabledReason={
              reasons[0] !== undefined &&
              `${reasons[0]} (${counted(reasons.length, action.noun)} of them)`
            }
            onPress={() => setDoing(rows)}
          >
            {action.verb}
          </Button>
          <Button size="sm" variant="ghost" icon={X} onPress={selection.clear}>
            Clear
          </Button>
        </div>
      )}
      {doing && (
        <Suspense fallback={null}>
          <BulkDialog
            action={action}
            items={doing.map((row) => ({
              id: idOf(row),
              name: nameOf(row),
              run: () => action.run(row),
            }))}
            onDone={(ids) => {
              selection.set(
                doing.filter((row) => ids.includes(idOf(row))),
                false,
              );
              action.onDone();
            }}
            onClose={() => setDoing(null)}
          />
        </Suspense>
      )}
    </>
  );
}

'use client';

import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { BulkAction, BulkBarProps } from '#components/resource-table/bulk/bulk-action.ts';
import type { BulkItem } from '#components/resource-table/bulk/bulk-dialog.tsx';
import type { BulkToolsProps } from '#components/resource-table/bulk/bulk-tools.tsx';
import { counted } from '#lib/client/counted.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { later } from '#components/ui/later.tsx';
import { allRowsQuery } from '#lib/client/lists/list-state.ts';

const BulkTools = lazy(() => import('#components/resource-table/bulk/bulk-tools.tsx'));
const BulkActions = later(() => import('#components/resource-table/bulk/bulk-actions.tsx'));
const BulkDialog = later(() => import('#components/resource-table/bulk/bulk-dialog.tsx'));

/** The actions on the selected rows; empty if no row is selected. */
export function BulkBar<Row extends object>(props: BulkBarProps<Row>) {
  const { action, otherBulk = [], selection, page, total = 0, idOf, nameOf } = props;
  const [asked, setAsked] = useState<{ verb: string; rows: readonly Row[] } | null>(null);
  const actions = [...otherBulk, action];
  const doing = asked && actions.find(({ verb }) => verb === asked.verb);
  const { rows } = selection;
  const readAll: BulkToolsProps['read'] = async (signal, onCount) => {
    const { pagesOf } = await import('#lib/client/lists/read-rows.ts');
    const all: Row[] = [];
    const query = allRowsQuery(props.view.query);
    for await (const more of pagesOf<Row>(props.collection, query, signal)) {
      all.push(...more.rows);
      onCount(all.length);
    }
    selection.choose(all.map(idOf), all);
  };
  const itemsOf = (one: BulkAction<Row>, row: Row): BulkItem[] => {
    const whole = { id: idOf(row), name: nameOf(row), request: one.requestOf(row) };
    const changed = (answer: unknown) => one.changed?.(row, answer) ?? idOf(row);
    return (one.partsOf?.(row) ?? [whole]).map((part) => ({ ...part, changed }));
  };
  return (
    <>
      {rows.length > 0 && (
        // Without a height, since the table must not move.
        <div className="sticky bottom-8 left-0 z-20 h-0 w-(--place)">
          <div
            role="group"
            aria-label="Selected rows"
            className="absolute inset-x-0 bottom-0 flex flex-wrap items-center gap-2 rounded border border-line bg-accent-soft py-1 pr-1 pl-3 text-sm shadow-float"
          >
            <p role="status">{counted(rows.length, action.noun)} selected</p>
            <Suspense fallback={<div className="flex-1" />}>
              <BulkTools
                label={props.label}
                view={props.view}
                noun={action.noun}
                rows={rows}
                total={total}
                isPageChosen={page.every((row) => selection.has(idOf(row)))}
                read={readAll}
              />
              <BulkActions
                actions={actions.map(({ Guard, ...one }) => ({
                  ...one,
                  missing: rows.map(one.missing).filter((reason) => reason !== false),
                  guarded: (children) =>
                    Guard ? <Guard rows={rows}>{children}</Guard> : children(false),
                }))}
                onChoose={(verb) => setAsked({ verb, rows })}
              />
            </Suspense>
            <Button size="sm" variant="ghost" icon={X} onPress={selection.clear}>
              Clear
            </Button>
          </div>
        </div>
      )}
      {doing && (
        <BulkDialog
          action={doing}
          what={counted(asked.rows.length, doing.noun)}
          items={asked.rows.flatMap((row) => itemsOf(doing, row))}
          onDone={(ids) => {
            const done = new Set(ids);
            // What takes nothing away may be followed by something else for the same rows.
            const left = doing.isSafe ? rows : rows.filter((row) => !done.has(idOf(row)));
            selection.choose(left.map(idOf), rows);
            doing.onDone();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

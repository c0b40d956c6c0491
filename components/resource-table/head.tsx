'use client';

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cx } from '#components/ui/cx.ts';
import type { ResourceTableModel } from '#components/resource-table/use-resource-table.ts';

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

export const cellClass = 'px-3 first:pl-2 last:pr-2 sm:h-10';

/** The names of the columns; those that can be ordered by are buttons. */
export function TableHead<Row extends object>(props: {
  table: ResourceTableModel<Row>;
  hasMenu: boolean;
}) {
  return (
    <thead className="max-sm:hidden">
      {props.table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map(({ id, column }) => {
            const { header, isNumber, width } = column.columnDef.meta!;
            const sorted = column.getIsSorted();
            const Icon =
              sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
            return (
              <th
                key={id}
                scope="col"
                aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
                className={cx(
                  'sticky -top-4 z-10 h-9 border-b border-line bg-paper px-3 text-left text-xs font-medium whitespace-nowrap text-ink-2 first:pl-2',
                  isNumber && 'text-right',
                  width,
                )}
              >
                {column.getCanSort() ? (
                  <button
                    type="button"
                    onClick={() => column.toggleSorting()}
                    className={cx(
                      'group/sort -mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:bg-paper-3 hover:text-ink',
                      sorted && 'text-ink',
                    )}
                  >
                    {header}
                    <Icon
                      aria-hidden
                      size={12}
                      className={cx(
                        'shrink-0',
                        !sorted &&
                          'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
                      )}
                    />
                  </button>
                ) : (
                  header
                )}
              </th>
            );
          })}
          {props.hasMenu && (
            <th className="sticky -top-4 z-10 h-9 w-12 border-b border-line bg-paper">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  );
}

'use client';

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import type { Selection } from '#components/resource-table/use-selection.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { toggledOrder, withView } from '#lib/client/lists/list-state.ts';

export const cellClass = 'px-3 first:pl-2 last:pr-2 sm:h-(--row)';

const HEAD = 'sticky -top-4 z-10 h-9 border-b border-line bg-paper';

export interface TableHeadProps<Row> {
  view: ListView;
  columns: readonly ResourceColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  selection: Selection<Row> | undefined;
  hasMenu: boolean;
}

/** The names of the columns; those that can be ordered by are buttons. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  return (
    <thead className="max-sm:hidden">
      <tr>
        {props.selection && <SelectAll {...props} selection={props.selection} />}
        {props.columns.map((column) => (
          <ColumnHead key={column.id} view={props.view} column={column} />
        ))}
        {props.hasMenu && (
          <th className={cx(HEAD, 'w-12')}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function SelectAll<Row>(props: TableHeadProps<Row> & { selection: Selection<Row> }) {
  const { selection, rows, idOf } = props;
  const chosen = rows.filter((row) => selection.has(idOf(row))).length;
  return (
    <th className={cx(HEAD, 'w-9 pl-2')}>
      <Checkbox
        aria-label="Select all rows of this page"
        isSelected={rows.length > 0 && chosen === rows.length}
        isIndeterminate={chosen > 0 && chosen < rows.length}
        isDisabled={rows.length === 0}
        onChange={(isSelected) => selection.set(rows, isSelected)}
      />
    </th>
  );
}

function ColumnHead<Row>({ view, column }: { view: ListView; column: ResourceColumn<Row> }) {
  const { header, order, isNumber, width } = column;
  const [field, descending] = view.state.orderBy.split(' ');
  const sorted = order !== undefined && field === order;
  const Icon = sorted ? (descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
      className={cx(
        HEAD,
        'px-3 text-left text-xs font-medium whitespace-nowrap text-ink-2 first:pl-2',
        isNumber && 'text-right',
        width,
      )}
    >
      {order === undefined ? (
        header
      ) : (
        <button
          type="button"
          onClick={() =>
            view.show(withView(view.state, { orderBy: toggledOrder(view.state.orderBy, order) }))
          }
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
      )}
    </th>
  );
}

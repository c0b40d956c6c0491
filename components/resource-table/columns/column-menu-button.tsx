'use client';

import { ChevronDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { moveColumn, pinFirst, pinnedCount } from '#components/resource-table/columns/arrange.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import type { TableModel } from '#components/resource-table/state/use-table.ts';
import { later } from '#components/ui/later.tsx';
import { onMenuKey } from '#components/ui/overlays/menu-keys.ts';
import { prepareMenu } from '#components/ui/overlays/menu.tsx';

const ColumnMenu = later(() => import('#components/resource-table/columns/column-menu.tsx'));

const prepare = () => {
  prepareMenu();
  ColumnMenu.prepare();
};

export interface ColumnMenuButtonProps<Row extends object> {
  table: TableModel<Row>;
  shown: readonly ResourceColumn<Row>[];
  column: ResourceColumn<Row>;
}

/** The button in the head of a column that opens its menu; visible on hover and focus. */
export function ColumnMenuButton<Row extends object>(props: ColumnMenuButtonProps<Row>) {
  const { table, shown, column } = props;
  const [button, setButton] = useState<RefObject<HTMLButtonElement> | null>(null);
  const label = `Column ${column.header}`;
  const model = table.getColumn(column.id);
  const at = shown.indexOf(column);
  const isPinned = at < pinnedCount(table, shown);
  const open = (current: HTMLButtonElement) => {
    // Not every browser focuses a button on a click, and the focus has to come back here.
    current.focus();
    setButton({ current });
  };
  const close = () => setButton(null);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={({ currentTarget }) => open(currentTarget)}
        onKeyDown={(event) => onMenuKey(event, { open: () => open(event.currentTarget), close })}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-3 opacity-0 group-hover/head:opacity-100 hover:bg-paper-3 hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
      >
        <ChevronDown aria-hidden size={14} />
      </button>
      {button && (
        <ColumnMenu
          label={label}
          button={button}
          onSort={column.order === undefined ? undefined : (desc) => model?.toggleSorting(desc)}
          isFirst={at === 0}
          isPinned={isPinned}
          onPin={() => pinFirst(table, shown, isPinned ? at : at + 1)}
          noLeft={at === 1 && 'It is already next to the name'}
          noRight={at === shown.length - 1 && 'It is already the last one'}
          onMove={(step) => {
            const place = shown[at + step];
            if (place) moveColumn(table, shown, column.id, place.id);
          }}
          onResize={(width) => table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: width }))}
          onHide={() => model?.toggleVisibility(false)}
          onClose={close}
        />
      )}
    </>
  );
}

'use client';

import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  EyeOff,
  MoveHorizontal,
  Pin,
  PinOff,
  StretchHorizontal,
} from 'lucide-react';
import { type RefObject, useState } from 'react';
import { moveColumn, pinFirst, pinnedCount } from '#components/resource-table/arrange.ts';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import { fittingWidth } from '#components/resource-table/fit.ts';
import type { TableModel } from '#components/resource-table/use-table.ts';
import { onMenuKey } from '#components/ui/overlays/menu-keys.ts';
import {
  LazyMenuPopover,
  MenuItem,
  MenuSeparator,
  prepareMenu,
} from '#components/ui/overlays/menu.tsx';

const columnMenuLabel = (header: string) => `Column ${header}`;

interface ColumnMenuProps<Row extends object> {
  table: TableModel<Row>;
  shown: readonly ResourceColumn<Row>[];
  column: ResourceColumn<Row>;
  button: RefObject<HTMLButtonElement>;
  onClose: () => void;
}

/** The button in the head of a column that opens its menu; seen where the pointer or the focus is. */
export function ColumnMenuButton<Row extends object>(
  props: Pick<ColumnMenuProps<Row>, 'table' | 'shown' | 'column'>,
) {
  const [button, setButton] = useState<RefObject<HTMLButtonElement> | null>(null);
  const label = columnMenuLabel(props.column.header);
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
        onPointerEnter={prepareMenu}
        onFocus={prepareMenu}
        onClick={({ currentTarget }) => open(currentTarget)}
        onKeyDown={(event) => {
          const { currentTarget } = event;
          onMenuKey(event, { open: () => open(currentTarget), close });
        }}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-3 opacity-0 group-hover/head:opacity-100 hover:bg-paper-3 hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
      >
        <ChevronDown aria-hidden size={14} />
      </button>
      {button && <ColumnMenu {...props} button={button} onClose={close} />}
    </>
  );
}

/** What can be done to a column: order by it, move it, pin it, fit it, hide it. */
function ColumnMenu<Row extends object>(props: ColumnMenuProps<Row>) {
  const { table, shown, column, button } = props;
  const model = table.getColumn(column.id);
  const at = shown.findIndex(({ id }) => id === column.id);
  const [before, after] = [shown[at - 1], shown[at + 1]];
  const isFirst = at === 0;
  const isPinned = at < pinnedCount(table, shown);
  const head = () => button.current.closest('th');
  const fit = () => {
    const cell = head();
    if (cell) table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: fittingWidth(cell) }));
  };
  // The menu gives the focus back to its button once it is closed.
  const changeWidth = () =>
    setTimeout(() => head()?.querySelector<HTMLElement>('[role=separator]')?.focus());
  return (
    <LazyMenuPopover
      label={columnMenuLabel(column.header)}
      triggerRef={button}
      placement="bottom start"
      onClose={props.onClose}
    >
      {column.order !== undefined && (
        <>
          <MenuItem icon={ArrowUp} onAction={() => model?.toggleSorting(false)}>
            Sort ascending
          </MenuItem>
          <MenuItem icon={ArrowDown} onAction={() => model?.toggleSorting(true)}>
            Sort descending
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {!isFirst && (
        <>
          <MenuItem
            icon={ArrowLeft}
            disabledReason={at === 1 && 'It is next to the name already'}
            onAction={() => before && moveColumn(table, shown, column.id, before.id)}
          >
            Move left
          </MenuItem>
          <MenuItem
            icon={ArrowRight}
            disabledReason={!after && 'It is the last one'}
            onAction={() => after && moveColumn(table, shown, column.id, after.id)}
          >
            Move right
          </MenuItem>
          <MenuItem
            icon={isPinned ? PinOff : Pin}
            onAction={() => pinFirst(table, shown, isPinned ? at : at + 1)}
          >
            {isPinned ? 'Unpin' : 'Pin up to here'}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={StretchHorizontal} onAction={changeWidth}>
        Change width
      </MenuItem>
      <MenuItem icon={MoveHorizontal} onAction={fit}>
        Fit content
      </MenuItem>
      {!isFirst && (
        <MenuItem icon={EyeOff} onAction={() => model?.toggleVisibility(false)}>
          Hide
        </MenuItem>
      )}
    </LazyMenuPopover>
  );
}

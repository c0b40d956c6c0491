'use client';

import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  MoveHorizontal,
  Pin,
  PinOff,
  StretchHorizontal,
} from 'lucide-react';
import type { RefObject } from 'react';
import { fittingWidth } from '#components/resource-table/columns/fit.ts';
import { LazyMenuPopover, MenuItem, MenuSeparator } from '#components/ui/overlays/menu.tsx';

export interface ColumnMenuProps {
  /** "Column Name". */
  label: string;
  button: RefObject<HTMLButtonElement>;
  /** Absent where the list cannot be ordered by the column. */
  onSort?: ((isDescending: boolean) => void) | undefined;
  /** Whether the column names the row. That column cannot move. */
  isFirst: boolean;
  isPinned: boolean;
  /** Pins the column and all before it, or unpins it and all after it. */
  onPin: () => void;
  /** Why it cannot be moved, or false. */
  noLeft: string | false;
  noRight: string | false;
  onMove: (step: 1 | -1) => void;
  onResize: (width: number) => void;
  onHide: () => void;
  onClose: () => void;
}

/** The actions on a column: order by it, move, pin, fit, hide. */
export default function ColumnMenu(props: ColumnMenuProps) {
  const { button, onSort, isPinned } = props;
  const head = () => button.current.closest('th');
  const fit = () => {
    const cell = head();
    if (cell) props.onResize(fittingWidth(cell));
  };
  // The menu gives the focus back to its button once it is closed.
  const changeWidth = () =>
    setTimeout(() => head()?.querySelector<HTMLElement>('[role=separator]')?.focus());
  return (
    <LazyMenuPopover
      label={props.label}
      triggerRef={button}
      placement="bottom start"
      onClose={props.onClose}
    >
      {onSort && (
        <>
          <MenuItem icon={ArrowUp} onAction={() => onSort(false)}>
            Sort ascending
          </MenuItem>
          <MenuItem icon={ArrowDown} onAction={() => onSort(true)}>
            Sort descending
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {!props.isFirst && (
        <>
          <MenuItem
            icon={ArrowLeft}
            disabledReason={props.noLeft}
            onAction={() => props.onMove(-1)}
          >
            Move left
          </MenuItem>
          <MenuItem
            icon={ArrowRight}
            disabledReason={props.noRight}
            onAction={() => props.onMove(1)}
          >
            Move right
          </MenuItem>
          <MenuItem icon={isPinned ? PinOff : Pin} onAction={props.onPin}>
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
      {!props.isFirst && (
        <MenuItem icon={EyeOff} onAction={props.onHide}>
          Hide
        </MenuItem>
      )}
    </LazyMenuPopover>
  );
}

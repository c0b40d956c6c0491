'use client';

import { Ellipsis } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react';
import { buttonClass } from '#components/ui/buttons/button-style.ts';
import { onMenuKey } from '#components/ui/overlays/menu-keys.ts';
import { LazyMenuPopover, prepareMenu } from '#components/ui/overlays/menu.tsx';

export interface RowMenuHandle<Row> {
  open: (row: Row, button: HTMLButtonElement) => void;
  close: () => void;
}

export interface RowMenuProps<Row> {
  ref: Ref<RowMenuHandle<Row>>;
  labelOf: (row: Row) => string;
  itemsOf: (row: Row) => ReactNode;
}

/** One menu for all rows, because a menu for each would be heavier than the row. */
export function RowMenu<Row>({ ref, labelOf, itemsOf }: RowMenuProps<Row>) {
  const [at, setAt] = useState<{ row: Row; button: RefObject<HTMLButtonElement> } | null>(null);
  useImperativeHandle(
    ref,
    () => ({
      open: (row, button) => setAt({ row, button: { current: button } }),
      close: () => setAt(null),
    }),
    [],
  );
  useEffect(() => {
    const button = at?.button.current;
    button?.setAttribute('aria-expanded', 'true');
    return () => button?.setAttribute('aria-expanded', 'false');
  }, [at]);
  if (!at) return null;
  return (
    <LazyMenuPopover
      label={labelOf(at.row)}
      triggerRef={at.button}
      placement="bottom end"
      onClose={() => setAt(null)}
    >
      {itemsOf(at.row)}
    </LazyMenuPopover>
  );
}

/** The button in a row, a plain element because a page has up to 200. */
export function RowMenuButton(props: {
  label: string;
  onOpen: (button: HTMLButtonElement) => void;
  onClose: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      data-hint={props.label}
      onPointerEnter={prepareMenu}
      onFocus={prepareMenu}
      onClick={({ currentTarget }) => {
        // Not every browser focuses a button on a click, and the focus has to come back here.
        currentTarget.focus();
        props.onOpen(currentTarget);
      }}
      onKeyDown={(event) =>
        onMenuKey(event, { open: () => props.onOpen(event.currentTarget), close: props.onClose })
      }
      className={buttonClass('ghost', 'sm', { square: true })}
    >
      <Ellipsis aria-hidden size={16} />
    </button>
  );
}

import type { KeyboardEvent } from 'react';

interface MenuKeys {
  open: () => void;
  close: () => void;
}

/**
 * The keys of a button that opens a menu. Includes Escape, because the menu's code may still be
 * loading.
 */
export function onMenuKey(event: KeyboardEvent, { open, close }: MenuKeys): void {
  if (event.key === 'Escape') close();
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  open();
}

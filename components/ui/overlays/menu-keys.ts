import type { KeyboardEvent } from 'react';

interface MenuKeys {
  open: () => void;
  close: () => void;
}

/* React Aria takes the click of a key for one of a screen reader, and then leaves the items without focus. */
const OPENING = ['ArrowDown', 'Enter', ' '];

/**
 * The keys of a button that opens a menu. Includes Escape, because the menu's code may still be
 * loading.
 */
export function onMenuKey(event: KeyboardEvent, { open, close }: MenuKeys): void {
  if (event.key === 'Escape') close();
  if (!OPENING.includes(event.key)) return;
  event.preventDefault();
  open();
}

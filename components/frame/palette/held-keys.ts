/**
 * Holds what a person types between asking for the palette and its appearance. Its code loads on demand,
 * and the letters would be lost, or taken as shortcuts.
 */
let typed = '';

function hold(event: KeyboardEvent): void {
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  typed += event.key;
  event.preventDefault();
  event.stopPropagation();
}

export function holdKeys(): void {
  typed = '';
  addEventListener('keydown', hold, true);
}

/** Ends the hold. @returns what was typed. */
export function heldKeys(): string {
  removeEventListener('keydown', hold, true);
  return typed;
}

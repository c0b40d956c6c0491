'use client';

import { useEffect } from 'react';
import { useLatest } from '#components/ui/hooks/use-latest.ts';

/** Milliseconds in which the second key of a pair like `g c` counts. */
const PAIR_MS = 1_000;

/** Places where a letter is text or has a meaning of its own. The tree keeps the letters that it uses. */
const TYPING = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';
const OVERLAY = 'dialog[open]';

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector(OVERLAY)) return true;
  return target instanceof Element && target.closest(TYPING) !== null;
}

/**
 * Runs a handler for a key (`n`, `/`, `?`), a pair (`g c`) or `mod+k` (⌘ or Ctrl). Keys without a
 * modifier are silent while one types and while a dialog is open.
 */
export function useShortcuts(handlers: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useLatest(handlers);
  useEffect(() => {
    let first = { key: '', at: 0 };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const isModified = event.metaKey || event.ctrlKey;
      if (!isModified && isElsewhere(event.target)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isPair = !isModified && event.timeStamp - first.at < PAIR_MS;
      const name = isModified ? `mod+${key}` : key;
      const handler = (isPair && latest.current[`${first.key} ${key}`]) || latest.current[name];
      first = isModified ? first : { key, at: event.timeStamp };
      if (!handler) return;
      event.preventDefault();
      first = { key: '', at: 0 };
      handler();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}

'use client';

import { useLayoutEffect } from 'react';
import { useLatest } from '#components/ui/hooks/use-latest.ts';

/** The time limit in milliseconds for the second key of a pair like `g c`. */
const PAIR_MS = 1_000;

/**
 * Elements in which letters are text or have their own meaning. The tree uses letters for
 * type-ahead.
 */
const TYPING = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]';
const OVERLAY = 'dialog[open]';

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector(OVERLAY)) return true;
  return target instanceof Element && target.closest(TYPING) !== null;
}

/**
 * Runs a handler for a key (`n`, `/`, `?`), a pair (`g c`) or `mod+k` (⌘ or Ctrl). Keys without a
 * modifier do nothing in text fields and while a dialog is open.
 */
export function useShortcuts(handlers: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useLatest(handlers);
  // A page takes keys from when it is shown, and the page before it no longer does: an effect that runs
  // later would lose a key, or give it to the page that was left.
  useLayoutEffect(() => {
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

'use client';

import type { RefObject } from 'react';
import { useShortcuts } from '#components/frame/shortcuts.ts';

export interface RowKeys {
  body: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  /** `e`, with the id of the row that has the focus. */
  onEdit?: ((id: string) => void) | undefined;
  /** `x`, with the same. */
  onSelect?: ((id: string) => void) | undefined;
  /** `n`. */
  onNew?: (() => void) | undefined;
}

/** `j` and `k` move between rows; Enter opens a row, because its link has the focus. */
export function useRowKeys({ body, search, onEdit, onSelect, onNew }: RowKeys): void {
  const rowIn = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
  const move = (step: 1 | -1) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
    const at = links.findIndex((link) => link.closest('[data-row]') === rowIn());
    const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
    links[next]?.focus();
    links[next]?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    '/': () => search.current?.focus(),
    e: () => {
      const id = rowIn()?.dataset['row'];
      if (id) onEdit?.(id);
    },
    x:
      onSelect &&
      (() => {
        const id = rowIn()?.dataset['row'];
        if (id) onSelect(id);
      }),
    n: onNew,
  });
}

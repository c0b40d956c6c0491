'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { treePage } from '#lib/client/resources/tree-pages.ts';
import type { Group } from '#lib/client/resources/queries.ts';

/* Milliseconds. A pointer that stays for less is passing by. */
const INTENT_MS = 70;

/**
 * Loads the first children of a group that the pointer or focus rests on. Expanding it is then
 * immediate.
 */
export function usePrefetch(): (group: Group | undefined) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(() => {
    return () => {
      if (timer.current) clearTimeout(timer.current);
    };
  }, []);

  return useCallback(
    (group) => {
      if (timer.current) clearTimeout(timer.current);
      if (!group) return;
      timer.current = setTimeout(() => {
        void client.prefetchQuery(treePage(group.uid, 0));
      }, INTENT_MS);
    },
    [client],
  );
}

'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The name of the key that commands are given with: ⌘ on Apple's machines, Ctrl elsewhere. */
export function useModKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}

'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The name of the command key: ⌘ on Apple devices, Ctrl elsewhere. */
export function useModKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}

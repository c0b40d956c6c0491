'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while the page takes over what it sent, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

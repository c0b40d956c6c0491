'use client';

import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The code after the `#`, which never reaches a server or a log. Null on the server. */
export const useFragment = (): string | null =>
  useSyncExternalStore<string | null>(
    subscribe,
    () => decodeURIComponent(window.location.hash.slice(1)),
    () => null,
  );

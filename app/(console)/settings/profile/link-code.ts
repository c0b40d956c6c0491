import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The code of the opened link, or ''. It follows the `#`, so no server or log has it. */
export const useLinkCode = (): string =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  );

/** Removes the code from the address, so that the page shows no link. */
export function leaveLink(): void {
  if (window.location.hash !== '') window.location.hash = '';
}

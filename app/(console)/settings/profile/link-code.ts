import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The code of the link that was opened, after the `#`, so that no server's log has it; or ''. */
export const useLinkCode = (): string =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  );

/** Shows the page as if no link had been opened. */
export function leaveLink(): void {
  if (window.location.hash !== '') window.location.hash = '';
}

import { leavePage } from '#components/resource-form/leaving.ts';

/** The key in `sessionStorage` that says that the page was reloaded for a missing script. */
const MARKER = 'groveReloaded';

/** Whether a script of the page could not be fetched, as after an upgrade. */
export const isPartGone = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError';

function isFirstTime(): boolean {
  try {
    return sessionStorage.getItem(MARKER) === null;
  } catch {
    // Without storage the page might reload forever.
    return false;
  }
}

/** Whether the server answers. Without a server, the current page is better than none. */
const isServerThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads the page for the scripts of the version that runs now, once in a tab. Unsaved input is
 * asked about first.
 *
 * @returns whether the page reloads, so that no error has to be shown.
 */
export async function reloadOnce(error: unknown): Promise<boolean> {
  if (!isPartGone(error) || !isFirstTime() || !(await isServerThere())) return false;
  leavePage(() => {
    sessionStorage.setItem(MARKER, '1');
    window.location.reload();
  });
  return true;
}

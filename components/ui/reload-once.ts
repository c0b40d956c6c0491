import { leavePage } from '#components/resource-form/leaving.ts';

/** In the session's storage once the page was reloaded for a missing part. */
const MARKER = 'groveReloaded';

/** Whether a part of the page's script could not be fetched, as after an upgrade. */
export const isPartGone = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError';

function isFirstTime(): boolean {
  try {
    return sessionStorage.getItem(MARKER) === null;
  } catch {
    // Without a marker the page might reload for ever.
    return false;
  }
}

/** Without a server, the page that is here is better than none. */
const isServerThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads the page for the scripts of the version that runs now, once in a tab. Unsaved input is
 * asked about first.
 *
 * @returns whether the reload takes the place of an error.
 */
export async function reloadOnce(error: unknown): Promise<boolean> {
  if (!isPartGone(error) || !isFirstTime() || !(await isServerThere())) return false;
  leavePage(() => {
    sessionStorage.setItem(MARKER, '1');
    window.location.reload();
  });
  return true;
}

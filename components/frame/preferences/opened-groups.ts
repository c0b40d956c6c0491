/** The groups that a person opened last in one browser, the latest first, with repetitions. */
import { keyOf } from '#components/frame/preferences/person-key.ts';

const MOST = 50;

/** The uids; empty if the browser stores nothing. */
export function openedGroups(person: string): string[] {
  try {
    return localStorage.getItem(`grove-opened-${keyOf(person)}`)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

export function keepOpened(person: string, uid: string): void {
  const opened = [uid, ...openedGroups(person)].slice(0, MOST).join(' ');
  try {
    localStorage.setItem(`grove-opened-${keyOf(person)}`, opened);
  } catch {
    // Without storage the palette offers no groups before typing.
  }
}

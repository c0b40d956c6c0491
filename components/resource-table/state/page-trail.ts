import { atPage, type ListState, pageNumber } from '#lib/client/lists/list-state.ts';

/** The place of a page. The API has no token of the previous page, so this tab remembers the places. */
type Place = Pick<ListState, 'skip' | 'pageToken' | 'tokenTime'>;

const KEY = 'grove.pages';
const LIMIT = 400;

function readTrail(): [token: string, from: Place][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Place][];
  } catch {
    return [];
  }
}

/** Remembers the page before a page, by token, for this tab and its reloads. */
export function rememberStep({ skip, pageToken, tokenTime }: ListState, to: ListState): void {
  const trail = readTrail().filter(([token]) => token !== to.pageToken);
  trail.push([to.pageToken, { skip, pageToken, tokenTime }]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail.slice(-LIMIT)));
  } catch {
    // Without storage the previous page is found by `skip`.
  }
}

/** The previous page: by its token if this tab remembers it, else by `skip`. */
export function previousPage(state: ListState): ListState {
  const step = state.pageToken && readTrail().find(([token]) => token === state.pageToken);
  return step ? { ...state, ...step[1] } : atPage(state, Math.max(1, pageNumber(state) - 1));
}

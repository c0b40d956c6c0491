import { atPage, type ListState, pageNumber } from '#lib/client/lists/list-state.ts';

/** How a page was reached by token, from which previous one: the API only ever leads forward. */
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

/** Remembers for this tab, reloads included, which page a token led on from. */
export function rememberStep({ skip, pageToken, tokenTime }: ListState, to: ListState): void {
  const trail = readTrail().filter(([token]) => token !== to.pageToken);
  trail.push([to.pageToken, { skip, pageToken, tokenTime }]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail.slice(-LIMIT)));
  } catch {
    // Without storage the way back is found by counting.
  }
}

/** The page before: by the token that led to it where this tab knows it, else by counting. */
export function previousPage(state: ListState): ListState {
  const step = state.pageToken && readTrail().find(([token]) => token === state.pageToken);
  return step ? { ...state, ...step[1] } : atPage(state, Math.max(1, pageNumber(state) - 1));
}

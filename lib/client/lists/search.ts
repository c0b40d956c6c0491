/** Converts the text of a list's search box to parameters of the API, and back. Pure. */
import { type ListState, withView } from '#lib/client/lists/list-state.ts';
import { type SearchKind, searchParams, UID_PARAM } from '#lib/client/lists/search-kinds.ts';
import { recognize } from '#lib/client/search/recognize.ts';

const WHOLE = /^(?:"([^"]+)"|=(.+))$/;

function paramOf(text: string, kinds: readonly SearchKind[]): [param: string, value: string] {
  const sought = recognize(text);
  if (sought?.kind === 'uid') return [UID_PARAM, sought.uid];
  if (sought?.kind === 'digest' && kinds.includes('digest')) return ['digest', sought.digest];
  return ['query', text];
}

/**
 * The list as it is searched for a text: a part by default, a whole name after `=` or in quotes, and
 * exactly one thing for a uid or a digest.
 *
 * @param namesAs Brings a name into the form that the server keeps.
 */
export function withSearch(
  state: ListState,
  text: string,
  kinds: readonly SearchKind[],
  namesAs: (name: string) => string = (name) => name,
): ListState {
  const filters = otherFilters(state, kinds);
  const typed = text.trim();
  const [, quoted, named] = WHOLE.exec(typed) ?? [];
  const whole = (quoted ?? named)?.trim();
  if (whole && kinds.includes('name')) return withView(state, { name: namesAs(whole), filters });
  // A quote or an equals sign alone is the beginning of a whole name.
  const part = whole ?? typed.replace(/^["=]/, '').trim();
  if (part === '') return withView(state, { name: '', filters });
  const [param, value] = paramOf(part, kinds);
  return withView(state, { name: '', filters: { ...filters, [param]: [value] } });
}

/** What the search box shows: `"name"` for an exact name, else the searched text. */
export function searchText(state: ListState, kinds: readonly SearchKind[]): string {
  if (state.name !== '') return `"${state.name}"`;
  return searchParams(kinds).flatMap((param) => state.filters[param] ?? [])[0] ?? '';
}

export function otherFilters({ filters }: ListState, kinds: readonly SearchKind[]) {
  const set = searchParams(kinds);
  return Object.fromEntries(Object.entries(filters).filter(([param]) => !set.includes(param)));
}

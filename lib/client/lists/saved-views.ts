/** A saved view as the address of a list, and back. */
import type { ListScope, ListState } from '#lib/client/lists/list-state.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import type { SavedView } from '#lib/client/resources/wire.ts';
import { entryOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';

const SCOPES: Readonly<Record<ListScope, SavedView['scope']>> = {
  in: 'IN',
  below: 'BELOW',
  above: 'ABOVE',
  effect: 'IN_EFFECT',
  no_effect: 'NO_EFFECT',
};

export type ViewQuery = Pick<SavedView, 'scope' | 'filters' | 'orderBy'>;

/** The parameters of the address that shows the view. */
export function searchOfView({ uid, scope, filters, orderBy }: SavedView): URLSearchParams {
  const params = new URLSearchParams({ view: uid });
  const [known] = Object.entries(SCOPES).find(([, name]) => name === scope) ?? [];
  if (known !== undefined) params.set('scope', known);
  if (orderBy !== '') params.set('order_by', orderBy);
  for (const { parameter, values } of filters) {
    for (const value of values) params.append(parameter, value);
  }
  return params;
}

export function addressOfView(view: SavedView): string {
  const type = RESOURCE_TYPES.find((one) => entryOf(one).collection === view.collection);
  const list = groupPath(parentUid(view.uid) ?? '', type && CONSOLE_ROUTES[type].tab);
  // Tags are listed by repository, so a view of them says only where the repositories are.
  return type !== undefined && entryOf(type).container === 'repo'
    ? list
    : `${list}?${searchOfView(view)}`;
}

/** What the list shows now. A pasted uid finds one row, and is not kept in a view. */
export function queryOfState({ scope, name, filters, orderBy }: ListState): ViewQuery {
  const set = Object.entries(filters)
    .filter(([parameter]) => !parameter.startsWith('uidp.'))
    .map(([parameter, values]) => ({ parameter, values: [...values] }));
  return {
    scope: SCOPES[scope],
    filters: name === '' ? set : [...set, { parameter: 'name', values: [name] }],
    orderBy,
  };
}

const canonical = ({ scope, filters, orderBy }: ViewQuery) =>
  JSON.stringify([
    scope,
    orderBy,
    filters
      .map(({ parameter, values }) => [parameter, ...values.toSorted()])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ]);

/** Whether both show the same rows in the same order. */
export const isSameQuery = (a: ViewQuery, b: ViewQuery): boolean => canonical(a) === canonical(b);

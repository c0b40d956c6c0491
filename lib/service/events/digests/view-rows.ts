/** What a saved view lists for the reader of a digest. */
import { isApiError } from '#lib/aip/errors.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import type { BaseRow, Filter, ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { parseListRequest, type ListParams, type ListRequest } from '#lib/service/calls/filters.ts';
import { scopeOf } from '#lib/service/calls/scope.ts';
import { whereMayFilter, type Seer } from '#lib/service/calls/sight.ts';
import { atMost, is, moreThan, type Predicate } from '#lib/store/predicates.ts';
import { committed, type Asker } from '#lib/store/store.ts';

type View = RowOf<'SavedView'>;

/** The groups above this uid are the group itself and all above it. */
const NO_CHILD = '0'.repeat(16);

/** Rows that a message shows. */
const SHOWN = 20;
/** Rows by which it is known whether a view lists others than before, beside their number. */
const COMPARED = 200;

/** Their answer changes with the clock, or without a change of the row that a list could be ordered by. */
const OF_STATES: readonly Filter['kind'][] = [
  'isSet',
  'differs',
  'daysAgo',
  'withinDays',
  'secondFactor',
  'inEffect',
  'isPast',
  'activeAt',
];

export interface Window {
  since: Date;
  until: Date;
}

/** What a view lists. */
export interface Listed {
  definition: ResourceDefinition;
  /** Some of them. */
  rows: readonly BaseRow[];
  total: number;
  /** How many of them are new; null for a view of states, which lists all that match now. */
  fresh: number | null;
  /** The uids of those by which two lists are compared. */
  compared: readonly string[];
}

/** Undefined as well for a list that shows rows for more reasons than rights. */
const definitionOf = ({ collection }: Pick<View, 'collection'>) =>
  RESOURCES.find((one) => one.collection === collection && one.hasParties !== true);

/** Whether there are digests of views of the collection. */
export const hasDigests = (view: Pick<View, 'collection'>): boolean =>
  definitionOf(view) !== undefined;

export function mayList(view: View, { reach }: Seer): boolean {
  const definition = definitionOf(view);
  return (
    definition !== undefined && reach.holds(capabilityOf(definition.type, 'list'), view.parent)
  );
}

/** The place of the list, as the console has it at the address of the view. */
function placeOf({ parent, scope }: View, { container, filters }: ResourceDefinition) {
  if (container === 'repo') return { 'uidp.descendants_of': parent };
  if (scope === 'IN') return { 'uidp.children_of': parent };
  if (scope === 'ABOVE') return { 'uidp.ancestors_of': parent };
  if (scope !== 'IN_EFFECT' && scope !== 'NO_EFFECT') return { 'uidp.descendants_of': parent };
  return {
    'uidp.ancestors_of': `${parent}/${NO_CHILD}`,
    ...('in_effect' in filters && { in_effect: String(scope === 'IN_EFFECT') }),
  };
}

function paramsOf(view: View, definition: ResourceDefinition): ListParams {
  const { filters, orderBy } = view;
  const place = Object.entries(placeOf(view, definition));
  return new Map<string, readonly string[]>([
    ...place.map(([name, value]) => [name, [value]] as const),
    ...filters.map(({ parameter, values }) => [parameter, values] as const),
    ...(orderBy === '' ? [] : [['order_by', [orderBy]] as const]),
  ]);
}

/**
 * Lists the changes of a time, or all that match now if the view is of states.
 *
 * @returns null if the view is of a list that this version does not have.
 */
export async function listedBy(
  view: View,
  seer: Seer,
  { since, until }: Window,
  asker: Asker,
): Promise<Listed | null> {
  const definition = definitionOf(view);
  if (definition === undefined) return null;
  const params = paramsOf(view, definition);
  const request = requestOf(definition, params);
  if (request === null) return null;
  const ofStates = [...params.keys()].some((name) =>
    OF_STATES.includes(definition.filters[name]?.kind ?? 'equals'),
  );
  const time = 'updated_at' in definition.orders ? 'updateTime' : 'createTime';
  const changed = ofStates ? [] : [moreThan(time, since), atMost(time, until)];
  const topGroups = seer.reach.topGroups(capabilityOf(definition.type, 'list'));
  const page = (more: readonly Predicate[], limit: number) => {
    const conditions = [
      ...request.conditions,
      ...whereMayFilter(definition, seer, params),
      ...more,
    ];
    const column = definition.orders[request.order.field] ?? 'uid';
    return committed.page(
      definition.type,
      {
        ...scopeOf(definition, request.hierarchy, topGroups, conditions),
        order: { column, descending: request.order.descending },
        cursor: null,
        skip: 0,
        limit,
      },
      asker,
    );
  };
  const { rows, total } = await page(changed, ofStates ? COMPARED : SHOWN);
  const hasChanges = !ofStates && time === 'updateTime' && total > 0;
  const fresh = hasChanges ? (await page([...changed, is('revision', 1)], 1)).total : total;
  return {
    definition,
    rows: rows.slice(0, SHOWN),
    total,
    fresh: ofStates ? null : fresh,
    compared: rows.map(({ uid }) => uid),
  };
}

function requestOf(definition: ResourceDefinition, params: ListParams): ListRequest | null {
  try {
    return parseListRequest(definition, params);
  } catch (error) {
    // A filter of an earlier version, which the console would not show either.
    if (isApiError(error)) return null;
    throw error;
  }
}

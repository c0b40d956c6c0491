/** One page of a list and its total, in the cheapest way. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery, Tally } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { listAreas, tallyOf } from './areas.ts';
import { childrenAtOnce } from './at-once/children.ts';
import { filteredAtOnce, filteredIfFew } from './at-once/filtered.ts';
import type { Dialect } from './dialect.ts';
import { listFiltered } from './filtered.ts';
import type { Plan } from './plan.ts';
import { MOST_PLACES, MOST_WALKED } from './positions.ts';
import { MOST_SORTED, selectChildren, selectPage, selectTotal } from './select.ts';

/** Beyond this position in the rows of too many areas, sorting everything is cheaper. */
const MOST_MERGED = 5_000;

export function* readPage<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<Page<RowOf<Type>>> {
  const listed = yield* readCounted(dialect, type, query, true);
  if (listed !== null) return listed;
  if (dialect.remote !== null) return yield* filteredAtOnce(dialect, type, query);
  const rows = yield* selectPage(dialect, type, { ...query, isMetered: true });
  const total = totalOf(query, rows.length) ?? (yield* selectTotal(dialect, type, query.where));
  return { rows, total };
}

export function* readPageRows<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<RowOf<Type>[]> {
  const listed = yield* readCounted(dialect, type, query, false);
  return listed?.rows ?? (yield* selectPage(dialect, type, { ...query, isMetered: true }));
}

/** How many rows there are, where a page shows it by ending before its limit. */
function totalOf({ cursor, skip, limit }: PageQuery, found: number): number | undefined {
  const isLast = cursor === null && found < limit && (found > 0 || skip === 0);
  return isLast ? skip + found : undefined;
}

/**
 * Null where the list is of something that is not counted.
 *
 * @param isTotalAsked false where nobody asks for the total.
 */
function* readCounted<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
  isTotalAsked: boolean,
): Plan<Page<RowOf<Type>> | null> {
  const { parent, filter } = query;
  if (filter !== undefined) return yield* readFiltered(dialect, type, { ...query, filter });
  if (parent === null) return yield* readAreas(dialect, type, query);
  return yield* readChildren(dialect, type, { ...query, parent }, isTotalAsked);
}

function* readChildren<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery & { parent: string },
  isTotalAsked: boolean,
): Plan<Page<RowOf<Type>> | null> {
  const { parent, order } = query;
  const ofAll = { ...query, type, areas: [{ uid: parent, withSelf: false }] };
  if (dialect.remote !== null) {
    const listed = yield* childrenAtOnce(dialect, type, query, isTotalAsked);
    return listed ?? (yield* listAreas(dialect, type, ofAll));
  }
  const tally = yield* tallyOf(type, parent);
  if (tally === null) return null;
  if (tally.here > MOST_WALKED && isAllBelow(tally)) {
    const listed = yield* listAreas(dialect, type, ofAll);
    if (listed !== null) return listed;
  }
  const isMany = tally.here > MOST_SORTED;
  const rows =
    isMany && order.column === 'uid'
      ? yield* selectChildren(dialect, type, parent, query)
      : yield* selectPage(dialect, type, { ...query, isMetered: isMany });
  return { rows, total: tally.here };
}

/** Whether nothing lies deeper, so that the children are all that is below. */
const isAllBelow = ({ here, below }: Tally) => here === below;

function* readFiltered<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery & { filter: Predicate },
): Plan<Page<RowOf<Type>> | null> {
  const { parent } = query;
  const areas = parent === null ? query.areas : [{ uid: parent, withSelf: false }];
  if (areas === null) return null;
  if (dialect.remote !== null) {
    const atOnce = yield* filteredIfFew(dialect, type, { ...query, areas });
    if (atOnce !== null) return atOnce;
  }
  const tally = parent === null ? null : yield* tallyOf(type, parent);
  if (parent !== null && (tally === null || !isAllBelow(tally))) return null;
  return yield* listFiltered(dialect, type, { ...query, type, areas });
}

/** Null where the page is not one of whole subtrees. */
function* readAreas<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<Page<RowOf<Type>> | null> {
  const { areas, skip } = query;
  if (areas === null || (areas.length > MOST_PLACES && skip > MOST_MERGED)) return null;
  return yield* listAreas(dialect, type, { ...query, type, areas });
}

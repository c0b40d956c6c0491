/** One page of a list and its total, in the cheapest way. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery, Tally } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { listAreas, tallyOf } from './areas.ts';
import { childrenAtOnce } from './at-once.ts';
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
  const listed = yield* readCounted(dialect, type, query);
  if (listed !== null) return listed;
  const rows = yield* selectPage(dialect, type, { ...query, isMetered: true });
  const total = totalOf(query, rows.length) ?? (yield* selectTotal(dialect, type, query.where));
  return { rows, total };
}

export function* readPageRows<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<RowOf<Type>[]> {
  const listed = yield* readCounted(dialect, type, query);
  return listed?.rows ?? (yield* selectPage(dialect, type, { ...query, isMetered: true }));
}

/** How many rows there are, where a page shows it by ending before its limit. */
function totalOf({ cursor, skip, limit }: PageQuery, found: number): number | undefined {
  const isLast = cursor === null && found < limit && (found > 0 || skip === 0);
  return isLast ? skip + found : undefined;
}

/** Null where the list is of something that is not counted. */
function* readCounted<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<Page<RowOf<Type>> | null> {
  const { parent, filter } = query;
  if (filter !== undefined) return yield* readFiltered(dialect, type, { ...query, filter });
  const listed = yield* readAreas(dialect, type, query);
  return listed ?? (parent === null ? null : yield* readChildren(dialect, type, parent, query));
}

function* readChildren<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  parent: string,
  query: PageQuery,
): Plan<Page<RowOf<Type>> | null> {
  const isFar = query.skip > MOST_WALKED;
  const atOnce = isFar ? null : yield* childrenAtOnce(dialect, type, parent, query);
  if (atOnce !== null) return atOnce;
  const tally = yield* tallyOf(type, parent);
  if (tally === null) return null;
  const { here } = tally;
  if (here > MOST_WALKED && isAllBelow(tally)) {
    const areas = [{ uid: parent, withSelf: false }];
    const listed = yield* listAreas(dialect, type, { ...query, type, areas });
    if (listed !== null) return listed;
  }
  const isWalked = query.order.column === 'uid' && here > MOST_SORTED;
  const rows = isWalked
    ? yield* selectChildren(dialect, type, parent, query)
    : yield* selectPage(dialect, type, { ...query, isMetered: here > MOST_SORTED });
  return { rows, total: here };
}

/** Whether nothing lies deeper, so that the children are all that is below. */
const isAllBelow = ({ here, below }: Tally) => here === below;

function* readFiltered<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery & { filter: Predicate },
): Plan<Page<RowOf<Type>> | null> {
  const { parent } = query;
  const tally = parent === null ? null : yield* tallyOf(type, parent);
  const own = parent !== null && tally !== null && isAllBelow(tally);
  const areas = own ? [{ uid: parent, withSelf: false }] : query.areas;
  return areas === null ? null : yield* listFiltered(dialect, type, { ...query, type, areas });
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

/** One page of a list and its total, in the cheapest way. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import { listAreas, tallyOf } from './areas.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';
import { MOST_PLACES } from './positions.ts';
import { selectAll, selectChildren, selectPage, selectTotal } from './select.ts';

/**
 * Up to so many children of a group are sorted for each page. More are found by walking the uids
 * below the group from the cursor on.
 */
const MOST_SORTED = 2_000;

/** Beyond this position in the rows of too many areas, sorting everything is cheaper. */
const MOST_MERGED = 5_000;

export function* readPage<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<Page<RowOf<Type>>> {
  const { parent, where } = query;
  const listed = yield* readAreas(dialect, type, query);
  if (listed !== null) return listed;
  const rows = yield* readRows(dialect, type, query);
  const tally = parent === null ? null : yield* tallyOf(type, parent);
  const total = tally?.here ?? totalOf(query, rows.length);
  return { rows, total: total ?? (yield* selectTotal(dialect, type, where)) };
}

/** How many rows there are, where a page shows it by ending before its limit. */
function totalOf({ cursor, skip, limit }: PageQuery, found: number): number | undefined {
  const isLast = cursor === null && found < limit && (found > 0 || skip === 0);
  return isLast ? skip + found : undefined;
}

export function* readPageRows<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<RowOf<Type>[]> {
  const listed = yield* readAreas(dialect, type, query);
  return listed?.rows ?? (yield* readRows(dialect, type, query));
}

function* readRows<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<RowOf<Type>[]> {
  const { parent, order } = query;
  const children = parent === null ? undefined : (yield* tallyOf(type, parent))?.here;
  const isWalked =
    parent !== null && order.column === 'uid' && children !== undefined && children > MOST_SORTED;
  if (!isWalked) {
    const isMetered = children === undefined || children > MOST_SORTED;
    return yield* selectPage(dialect, type, { ...query, isMetered });
  }
  return yield* selectAll(dialect, type, yield* selectChildren(dialect, type, parent, query));
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

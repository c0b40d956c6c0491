/** One page of a list and its total, in the cheapest way. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import { listAreas, tallyOf } from './areas.ts';
import { childrenAtOnce } from './at-once.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';
import { MOST_PLACES } from './positions.ts';
import { MOST_SORTED, selectChildren, selectPage, selectTotal } from './select.ts';

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
  const atOnce = parent === null ? null : yield* childrenAtOnce(dialect, type, parent, query);
  if (atOnce !== null) return atOnce;
  const children = yield* childrenOf(type, parent);
  const rows = yield* readRows(dialect, type, query, children);
  const total = children ?? totalOf(query, rows.length);
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
  if (listed !== null) return listed.rows;
  const { parent } = query;
  const atOnce = parent === null ? null : yield* childrenAtOnce(dialect, type, parent, query);
  if (atOnce !== null) return atOnce.rows;
  return yield* readRows(dialect, type, query, yield* childrenOf(type, parent));
}

/** How many rows there are directly in the group, if the list is of one. */
function* childrenOf(type: ResourceType, parent: string | null): Plan<number | undefined> {
  return parent === null ? undefined : (yield* tallyOf(type, parent))?.here;
}

function* readRows<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
  children: number | undefined,
): Plan<RowOf<Type>[]> {
  const { parent, order } = query;
  const isWalked =
    parent !== null && order.column === 'uid' && children !== undefined && children > MOST_SORTED;
  if (!isWalked) {
    const isMetered = children === undefined || children > MOST_SORTED;
    return yield* selectPage(dialect, type, { ...query, isMetered });
  }
  return yield* selectChildren(dialect, type, parent, query);
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

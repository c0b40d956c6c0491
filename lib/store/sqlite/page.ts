/** One page of a list and its total, in the cheapest way. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import { listAreas, tallyOf } from './areas.ts';
import type { Connection } from './connection.ts';
import { selectAll, selectChildren, selectCount, selectPage } from './select.ts';

/**
 * Up to so many children of a group are sorted for each page. More are found by walking the uids
 * below the group from the cursor on.
 */
const MOST_SORTED = 2_000;

/** Beyond this position, sorting everything is cheaper. */
const MOST_MERGED = 5_000;

export function readPage<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  query: PageQuery,
): Page<RowOf<Type>> {
  const { parent, where } = query;
  const listed = readAreas(connection, type, query);
  if (listed !== null) return listed;
  const rows = readRows(connection, type, query);
  const tally = parent === null ? null : tallyOf(connection, type, parent);
  return { rows, total: tally?.here ?? selectCount(connection, type, where) };
}

export function readPageRows<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  query: PageQuery,
): RowOf<Type>[] {
  return readAreas(connection, type, query)?.rows ?? readRows(connection, type, query);
}

function readRows<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  query: PageQuery,
): RowOf<Type>[] {
  const { parent, order } = query;
  const isWalked =
    parent !== null &&
    order.column === 'uid' &&
    (tallyOf(connection, type, parent)?.here ?? 0) > MOST_SORTED;
  if (!isWalked) return selectPage(connection, type, query);
  return selectAll(connection, type, selectChildren(connection, type, parent, query));
}

/** Null where the page is not one of whole subtrees. */
function readAreas<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  query: PageQuery,
): Page<RowOf<Type>> | null {
  const { areas, skip } = query;
  if (areas === null || (areas.length !== 1 && skip > MOST_MERGED)) return null;
  return listAreas(connection, type, { ...query, type, areas });
}

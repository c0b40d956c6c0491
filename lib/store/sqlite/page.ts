/** One page of a list and its total, in the cheapest way. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import { listAreas, tallyOf } from './areas.ts';
import type { Connection } from './connection.ts';
import { selectCount, selectPage } from './select.ts';

/** Beyond this position, sorting everything is cheaper. */
const MOST_MERGED = 5_000;

export function readPage<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  query: PageQuery,
): Page<RowOf<Type>> {
  const { areas, parent, where, skip } = query;
  if (areas !== null && (areas.length === 1 || skip <= MOST_MERGED)) {
    const listed = listAreas(connection, type, { ...query, type, areas });
    if (listed !== null) return listed;
  }
  const tally = parent === null ? null : tallyOf(connection, type, parent);
  const rows = selectPage(connection, type, query);
  return { rows, total: tally?.here ?? selectCount(connection, type, where) };
}

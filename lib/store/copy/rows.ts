/** How a copy reads the rows of a database, in words that both engines understand. */
import type { TableName } from '#lib/resources/rows.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { asJson } from '#lib/store/sql/bulk.ts';
import { rowOf } from '#lib/store/sql/plan.ts';
import { selectAfter } from '#lib/store/sql/select.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';

/** Each side has its own: triggers fill them from the other tables, or nobody misses their rows. */
const LEFT_OUT = new Set(['Tally', 'AccessRevision', 'RequestBucket', 'Incarnation']);

/** In the order of the schema, in which tables refer only to those before them. */
export const TABLES = (Object.keys(COLUMNS) as TableName[]).filter((table) => !LEFT_OUT.has(table));

/** The columns of the primary key, which are the first ones. */
const keysOf = (table: TableName): string[] =>
  Object.keys(COLUMNS[table]).slice(0, table === 'AdvisoryAlias' || table === 'V1Caller' ? 2 : 1);

/** Of a portion, in characters, and the bounds of its rows. */
const SIZE = 4_000_000;
const MOST_ROWS = 2_000;
const FIRST_ROWS = 50;

export interface Portion {
  /** The rows as JSON. */
  json: string;
  count: number;
}

/** All rows, in portions that take about as much memory each. */
export async function* portions(source: Source, table: TableName): AsyncGenerator<Portion> {
  const keys = keysOf(table);
  let key: unknown[] | null = null;
  for (let limit = FIRST_ROWS; ;) {
    const rows = await source.run(() => selectAfter(table, keys, key, limit));
    const last = rows.at(-1);
    if (last === undefined) return;
    const json = asJson(table, rows);
    yield { json, count: rows.length };
    if (rows.length < limit) return;
    key = keys.map((name): unknown => Reflect.get(last, name));
    const most = Math.floor(SIZE / (json.length / rows.length));
    limit = Math.max(1, Math.min(MOST_ROWS, 4 * limit, most));
  }
}

/** The number of rows of the tables. */
export async function rowsIn(source: Source, tables = TABLES): Promise<number> {
  const counts = tables.map((table) => `(SELECT count(*) FROM "${table}")`);
  const row = await source.run(() =>
    rowOf<{ rows: number }>(`SELECT ${counts.join(' + ')} AS "rows"`),
  );
  return Number(row?.rows);
}

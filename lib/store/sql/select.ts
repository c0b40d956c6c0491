/** The reads of rows, as statements built from the columns that there are. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import type { Order, Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';
import { largeColumns, PAGE_BYTES } from '#lib/store/tables/large.ts';
import type { Dialect } from './dialect.ts';
import { after, directed, keysOf } from './order.ts';
import { isJoined, orderKey, orderKind } from './joined-column.ts';
import { joined, rowOf, rowsOf, type Part, type Plan, type Values } from './plan.ts';
import { given, kindOf, toRow } from './values.ts';
import { weighed, weightOf } from './weight.ts';
import { toCondition } from './where.ts';

function quote(identifier: string): string {
  return `"${identifier}"`;
}

/** Columns of the table, which is `t`; those of its joins as well; and the joins. */
function selectedOf(table: TableName) {
  const own = Object.entries(COLUMNS[table]).map(([column, kind]) => {
    const name = `t.${quote(column)}`;
    // Past 2^53 the driver's numbers are no longer exact, texts are.
    return kind === 'bigint' ? `CAST(${name} AS TEXT) AS ${quote(column)}` : name;
  });
  const joined = joinsOf(table).flatMap(({ as, columns }) =>
    columns.map((column) => `${quote(as)}.${quote(column)} AS ${quote(`${as}.${column}`)}`),
  );
  const joins = joinsOf(table).map(
    ({ as, table: other, on }) =>
      ` JOIN ${quote(other)} AS ${quote(as)} ON ${quote(as)}."uid" = t.${quote(on)}`,
  );
  return {
    own: own.join(', '),
    columns: [...own, ...joined].join(', '),
    joins: joins.join(''),
  };
}

// Building them takes longer than running a prepared statement.
const SELECTED = Object.fromEntries(
  (Object.keys(COLUMNS) as TableName[]).map((table) => [table, selectedOf(table)]),
) as Record<TableName, ReturnType<typeof selectedOf>>;

/** Columns of the table, of its joins and others, from `source`, which holds the table's rows as `t`. */
function hydrated(table: TableName, source: string, others = ''): string {
  const { columns, joins } = SELECTED[table];
  return `SELECT ${columns}${others} FROM ${source} AS t${joins}`;
}

function keysFor(dialect: Dialect, table: TableName, order: Order): string[] {
  orderKind(table, order.column);
  const key = (column: string) => orderKey(dialect, table, column);
  // A table without uids is ordered by its own key.
  return 'uid' in COLUMNS[table] ? keysOf(order, key) : [key(order.column)];
}

/** What a row of an order by a joined column has beside its columns, for the cursor. */
const joinedValue = ({ column }: Order, key: string) =>
  isJoined(column) ? `, ${key} AS ${quote(column)}` : '';

/** A part of a range that is read in its own order, whatever its length. */
export const PART = ` LIMIT ${given('integer')} OFFSET ${given('bigint')}`;

/** The rows of a page; `isCut` as in {@link Page}. */
export type Found<Table extends TableName> = Pick<Page<RowOf<Table>>, 'rows' | 'isCut'>;

/** The rows of one page, hydrated and metered. The engine plans it for its values. */
export function* selectPage<Table extends TableName>(
  dialect: Dialect,
  table: Table,
  { where, order, cursor, skip, limit }: Omit<PageQuery, 'place'>,
  cost?: number,
): Plan<Found<Table>> {
  const keys = keysFor(dialect, table, order);
  const parts = [toCondition(dialect, table, where), ...after(keys, order, cursor)];
  const condition = joined(parts, 'AND');
  const most = dialect.limit(limit);
  const sql = `FROM ${quote(table)} AS t WHERE ${dialect.metered(condition.sql)}
    ORDER BY ${directed(keys, order)}${most.sql} OFFSET ${given('bigint')}`;
  const params = [...condition.params, ...most.params, skip];
  if (largeColumns(table).length > 0) {
    const listed = {
      sql: `SELECT t."${dialect.key}" AS "key", t."uid", ${keys[0]} AS "value" ${sql}`,
      params,
    };
    return yield* selectListed(dialect, table, listed, order, cost);
  }
  const page = hydrated(table, `(SELECT * ${sql})`, joinedValue(order, keys[0] ?? ''));
  const rows = yield* rowsOf(`${page} ORDER BY ${directed(keys, order)}`, params, { cost });
  return { rows: rows.map((row) => toRow(table, row)) };
}

/** The rows of the uids, hydrated, in their order. Leaves out rows that no longer exist. */
export function* selectAll<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  uids: readonly string[],
): Plan<RowOf<Type>[]> {
  if (uids.length === 0) return [];
  const source = `${dialect.listSource('v', 'text')} CROSS JOIN ${quote(type)}`;
  const sql = `${hydrated(type, source)} WHERE t."uid" = v."value"`;
  const rows = yield* rowsOf(sql, [dialect.list(uids)]);
  const byUid = new Map(rows.map((row) => [row['uid'], toRow(type, row)]));
  return uids.flatMap((uid) => byUid.get(uid) ?? []);
}

/**
 * The rows whose uids a select finds beside their "value", hydrated, in an order. Those of a table with
 * large columns end after the one that reaches the bytes of a page.
 */
export function* selectListed<Table extends TableName>(
  dialect: Dialect,
  table: Table,
  { sql, params }: Part,
  listOrder: Order,
  cost?: number,
): Plan<Found<Table>> {
  const direction = listOrder.descending ? 'DESC' : 'ASC';
  const order = `v."value" ${direction}, v."uid" ${direction}`;
  const textOf = (uids: string, columns: string) =>
    `${hydrated(table, `(${uids}) AS v CROSS JOIN ${quote(table)}`, columns)}
      WHERE t."${dialect.key}" = v."key"`;
  const weight = weightOf(dialect, table);
  if (weight === null) {
    const rows = yield* rowsOf(
      `${textOf(sql, joinedValue(listOrder, 'v."value"'))} ORDER BY ${order}`,
      params,
      { cost },
    );
    return { rows: rows.map((row) => toRow(table, row)) };
  }
  // SQLite reads a cross join of two sources in the order of the first. It would sort whole rows otherwise.
  const text = dialect.isRemote
    ? `${textOf(weighed(table, { sql, weight, order }), `, ${weight} AS "weight"`)} ORDER BY ${order}`
    : textOf(sql, `, ${weight} AS "weight"`);
  const rows = yield* rowsOf(text, params, { cost, bytes: PAGE_BYTES });
  const before = rows.slice(0, -1).reduce((sum, row) => sum + Number(row['weight']), 0);
  const isCut = before >= PAGE_BYTES;
  const unweighed = ({ weight: _weight, ...row }: Values) => toRow(table, row);
  return { rows: (isCut ? rows.slice(0, -1) : rows).map(unweighed), isCut };
}

/** The rows after a key, in the order of their keys, without joins. */
export function* selectAfter(
  table: TableName,
  keys: readonly string[],
  after: readonly unknown[] | null,
  limit: number,
): Plan<object[]> {
  const names = keys.map(quote).join();
  const condition = after === null ? '' : ` WHERE (${names}) > (${keys.map(() => '?').join()})`;
  const rows = yield* rowsOf(
    `SELECT ${SELECTED[table].own} FROM ${quote(table)} AS t${condition} ORDER BY ${names} LIMIT ?`,
    [...(after ?? []), limit],
  );
  return rows.map((row) => toRow(table, row));
}

/** One row, hydrated; null if there is none. */
export function* selectOne<Type extends ResourceType>(
  type: Type,
  uid: string,
): Plan<RowOf<Type> | null> {
  const row = yield* rowOf(`${hydrated(type, quote(type))} WHERE t."uid" = ${given('text')}`, [
    uid,
  ]);
  return row === undefined ? null : toRow(type, row);
}

/** All rows that a condition finds, hydrated, in no particular order. */
export function* selectWhere<Table extends TableName>(
  dialect: Dialect,
  table: Table,
  where: Predicate,
): Plan<RowOf<Table>[]> {
  const { sql, params } = toCondition(dialect, table, where);
  const rows = yield* rowsOf(`${hydrated(table, quote(table))} WHERE ${sql}`, params);
  return rows.map((row) => toRow(table, row));
}

/** The number of rows, or of different values of a column, metered. */
export function* selectCount(
  dialect: Dialect,
  table: TableName,
  where: Predicate,
  { distinct, cost }: { distinct?: string; cost?: number } = {},
): Plan<number> {
  const { sql, params } = toCondition(dialect, table, where);
  if (distinct !== undefined) kindOf(table, distinct);
  const counted = distinct === undefined ? '*' : `DISTINCT t.${quote(distinct)}`;
  const text = `SELECT count(${counted}) AS n FROM ${quote(table)} AS t WHERE ${dialect.metered(sql)}`;
  const [row] = yield* rowsOf<{ n: number }>(text, params, { cost });
  return row?.n ?? 0;
}

/**
 * The uids of all rows in an order, metered. Sorted once and without the rows: page after page would sort
 * all of them for each page.
 */
export function* selectUids(
  dialect: Dialect,
  type: TableName,
  where: Predicate,
  column: string,
  cost?: number,
): Plan<string[]> {
  const { sql, params } = toCondition(dialect, type, where);
  const order = { column, descending: false };
  const keys = keysFor(dialect, type, order);
  const text = `SELECT t."uid" FROM ${quote(type)} AS t WHERE ${dialect.metered(sql)}
    ORDER BY ${directed(keys, order)}`;
  const rows = yield* rowsOf<{ uid: string }>(text, params, { cost });
  return rows.map(({ uid }) => uid);
}

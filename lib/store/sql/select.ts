/** The reads of rows, as statements built from the columns that there are. */
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import type { Order } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';
import type { Dialect } from './dialect.ts';
import { rowOf, rowsOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { kindOf, toRow } from './values.ts';
import { toCondition } from './where.ts';
import type { Condition } from './where.ts';

export interface RowQuery {
  where: Predicate;
  order: Order;
  cursor: Cursor | null;
  skip: number;
  /** Null for all rows. */
  limit: number | null;
  /** Whether the engine counts the rows that it looks at. */
  isMetered?: boolean;
}

function quote(identifier: string): string {
  return `"${identifier}"`;
}

/** The parts of a table's selects. */
interface Selects {
  /** Columns of the table, which is `t`, and of its joins. */
  columns: string;
  joins: string;
  all: string;
  one: string;
}

function newSelects(table: TableName): Selects {
  const joins = joinsOf(table);
  const selected = Object.entries(COLUMNS[table]).map(([column, kind]) =>
    // Past 2^53 the driver's numbers are no longer exact, texts are.
    kind === 'bigint'
      ? `CAST(t.${quote(column)} AS TEXT) AS ${quote(column)}`
      : `t.${quote(column)}`,
  );
  const joined = joins.flatMap(({ as, columns }) =>
    columns.map((column) => `${quote(as)}.${quote(column)} AS ${quote(`${as}.${column}`)}`),
  );
  const clauses = joins.map(
    ({ as, table: other, on }) =>
      ` JOIN ${quote(other)} AS ${quote(as)} ON ${quote(as)}."uid" = t.${quote(on)}`,
  );
  const parts = { columns: [...selected, ...joined].join(', '), joins: clauses.join('') };
  const all = `SELECT ${parts.columns} FROM ${quote(table)} AS t${parts.joins}`;
  return { ...parts, all, one: `${all} WHERE t."uid" = ?` };
}

// Building a statement's text takes longer than running a prepared statement.
const selects = new Map<TableName, Selects>();

function selectsOf(table: TableName): Selects {
  const known = selects.get(table);
  if (known !== undefined) return known;
  const created = newSelects(table);
  selects.set(table, created);
  return created;
}

/** Columns of the table and of its joins, from `source`, which holds the table's rows as `t`. */
function hydrated(table: TableName, source: string): string {
  const { columns, joins } = selectsOf(table);
  return `SELECT ${columns} FROM ${source} AS t${joins}`;
}

function conditionsOf(dialect: Dialect, table: TableName, query: RowQuery): Condition {
  const where = toCondition(dialect, table, query.where);
  if (query.cursor === null) return where;
  const after = afterCursor(query.order, query.cursor);
  return { sql: `(${where.sql}) AND (${after.sql})`, params: [...where.params, ...after.params] };
}

/** The rows after the cursor. Ties are broken by uid in the same direction. */
function afterCursor(order: Order, cursor: Cursor): Condition {
  const sign = order.descending ? '<' : '>';
  if (order.column === 'uid') return { sql: `t."uid" ${sign} ?`, params: [cursor.uid] };
  return {
    sql: `(t.${quote(order.column)}, t."uid") ${sign} (?, ?)`,
    params: [cursor.value, cursor.uid],
  };
}

function orderClause(table: TableName, { column, descending }: Order): string {
  kindOf(table, column);
  const direction = descending ? 'DESC' : 'ASC';
  const hasTies = column !== 'uid' && 'uid' in COLUMNS[table];
  return ` ORDER BY t.${quote(column)} ${direction}${hasTies ? `, t."uid" ${direction}` : ''}`;
}

const PART = ' LIMIT ? OFFSET ?';

/** The rows of one page, hydrated. */
export function* selectPage<Table extends TableName>(
  dialect: Dialect,
  table: Table,
  query: RowQuery,
): Plan<RowOf<Table>[]> {
  const { sql, params } = conditionsOf(dialect, table, query);
  const where = query.isMetered === true ? dialect.metered(sql) : sql;
  const order = orderClause(table, query.order);
  const { limit, skip } = query;
  const part = limit === null ? { sql: '', params: [] } : { sql: PART, params: [limit, skip] };
  const page = `(SELECT * FROM ${quote(table)} AS t WHERE ${where}${order}${part.sql})`;
  const text = `${hydrated(table, page)}${order}`;
  const rows = yield* rowsOf(text, [...params, ...part.params]);
  return rows.map((row) => toRow(table, row));
}

/** All rows, hydrated, in any order. */
export function* selectWhere<Table extends TableName>(
  dialect: Dialect,
  table: Table,
  where: Predicate,
  limit?: number,
): Plan<RowOf<Table>[]> {
  const { sql, params } = toCondition(dialect, table, where);
  const text = `${selectsOf(table).all} WHERE ${sql}${limit === undefined ? '' : ' LIMIT ?'}`;
  const rows = yield* rowsOf(text, limit === undefined ? params : [...params, limit]);
  return rows.map((row) => toRow(table, row));
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

/** One row, hydrated; null if there is none. */
export function* selectOne<Type extends ResourceType>(
  type: Type,
  uid: string,
): Plan<RowOf<Type> | null> {
  const row = yield* rowOf(selectsOf(type).one, [uid]);
  return row === undefined ? null : toRow(type, row);
}

/** The uids of a page of a group's children in the order of the uids, metered. */
export function* selectChildren(
  dialect: Dialect,
  type: ResourceType,
  parent: string,
  { order: { descending }, cursor, skip, limit }: Omit<RowQuery, 'where'>,
): Plan<string[]> {
  const { after, before } = belowRange(parent);
  const [from, to] = descending ? [after, cursor?.uid ?? before] : [cursor?.uid ?? after, before];
  // Taking all children by their parent would sort them.
  const text = `SELECT "uid" FROM ${quote(type)}
    WHERE "uid" > ? AND "uid" < ? AND ${dialect.metered(`${dialect.unindexed('"parent"', 'text')} = ?`)}
    ORDER BY "uid" ${descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`;
  const rows = yield* rowsOf<{ uid: string }>(text, [from, to, parent, limit, skip]);
  return rows.map(({ uid }) => uid);
}

/** The number of rows, metered. */
export function* selectTotal(dialect: Dialect, table: TableName, where: Predicate): Plan<number> {
  const { sql, params } = toCondition(dialect, table, where);
  const text = `SELECT count(*) AS n FROM ${quote(table)} AS t WHERE ${dialect.metered(sql)}`;
  const [row] = yield* rowsOf<{ n: number }>(text, params);
  return row?.n ?? 0;
}

/** The number of rows, or of different values of a column. */
export function* selectCount(
  dialect: Dialect,
  table: TableName,
  where: Predicate,
  distinct?: string,
): Plan<number> {
  const { sql, params } = toCondition(dialect, table, where);
  if (distinct !== undefined) kindOf(table, distinct);
  const counted = distinct === undefined ? '*' : `DISTINCT t.${quote(distinct)}`;
  const text = `SELECT count(${counted}) AS n FROM ${quote(table)} AS t WHERE ${sql}`;
  const row = yield* rowOf<{ n: number }>(text, params);
  return row?.n ?? 0;
}

/**
 * The uids of all rows in an order, metered. Sorted once and without the rows: page after page would sort
 * all of them for each page.
 */
export function* selectUids(
  dialect: Dialect,
  type: ResourceType,
  where: Predicate,
  column: string,
): Plan<string[]> {
  const { sql, params } = toCondition(dialect, type, where);
  const order = orderClause(type, { column, descending: false });
  const text = `SELECT t."uid" FROM ${quote(type)} AS t WHERE ${dialect.metered(sql)}${order}`;
  const rows = yield* rowsOf<{ uid: string }>(text, params);
  return rows.map(({ uid }) => uid);
}

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
import { given } from './given.ts';
import { rowOf, rowsOf } from './plan.ts';
import type { Plan, Statement, Values } from './plan.ts';
import { kindOf, toRow } from './values.ts';
import { toCondition } from './where.ts';
import type { Condition } from './where.ts';

/** Text for a statement, with its parameters. */
export type Part = Pick<Statement, 'sql' | 'params'>;

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
  /** The columns that a write returns; null if the row is hydrated with others. */
  returned: string | null;
}

function newSelects(table: TableName): Selects {
  const joins = joinsOf(table);
  const columnsOf = (prefix: string) =>
    Object.entries(COLUMNS[table]).map(([column, kind]) => {
      const name = `${prefix}${quote(column)}`;
      // Past 2^53 the driver's numbers are no longer exact, texts are.
      return kind === 'bigint' ? `CAST(${name} AS TEXT) AS ${quote(column)}` : name;
    });
  const joined = joins.flatMap(({ as, columns }) =>
    columns.map((column) => `${quote(as)}.${quote(column)} AS ${quote(`${as}.${column}`)}`),
  );
  const clauses = joins.map(
    ({ as, table: other, on }) =>
      ` JOIN ${quote(other)} AS ${quote(as)} ON ${quote(as)}."uid" = t.${quote(on)}`,
  );
  const parts = { columns: [...columnsOf('t.'), ...joined].join(', '), joins: clauses.join('') };
  const all = `SELECT ${parts.columns} FROM ${quote(table)} AS t${parts.joins}`;
  const returned = joins.length === 0 ? ` RETURNING ${columnsOf('').join(', ')}` : null;
  return { ...parts, all, one: `${all} WHERE t."uid" = ${given('text')}`, returned };
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
  const after = afterCursor(dialect, query.order, query.cursor);
  return { sql: `(${where.sql}) AND (${after.sql})`, params: [...where.params, ...after.params] };
}

/** The rows after the cursor. Ties are broken by uid in the same direction. */
function afterCursor({ ranged }: Dialect, order: Order, cursor: Cursor): Condition {
  const sign = order.descending ? '<' : '>';
  const uid = ranged('t."uid"');
  if (order.column === 'uid') return { sql: `${uid} ${sign} ?`, params: [cursor.uid] };
  return {
    sql: `(${ranged(`t.${quote(order.column)}`)}, ${uid}) ${sign} (?, ?)`,
    params: [cursor.value, cursor.uid],
  };
}

function orderKeys({ ranged }: Dialect, table: TableName, order: Order): string[] {
  kindOf(table, order.column);
  const direction = order.descending ? 'DESC' : 'ASC';
  const hasTies = order.column !== 'uid' && 'uid' in COLUMNS[table];
  const columns = hasTies ? [order.column, 'uid'] : [order.column];
  return columns.map((column) => `${ranged(`t.${quote(column)}`)} ${direction}`);
}

/** A part of a range that is read in its own order, whatever its length. */
export const PART = ` LIMIT ${given('integer')} OFFSET ${given('bigint')}`;

/** The rows of one page, hydrated. */
export function* selectPage<Table extends TableName>(
  dialect: Dialect,
  table: Table,
  query: RowQuery,
): Plan<RowOf<Table>[]> {
  const { sql, params, order } = pagePart(dialect, table, query);
  const rows = yield* rowsOf(`${hydrated(table, `(${sql})`)} ORDER BY ${order.join(', ')}`, params);
  return rows.map((row) => toRow(table, row));
}

/** The rows of one page. */
export function pagePart(dialect: Dialect, table: TableName, query: RowQuery): Listed {
  const { sql, params } = conditionsOf(dialect, table, query);
  const where = query.isMetered === true ? dialect.metered(sql) : sql;
  const order = orderKeys(dialect, table, query.order);
  const { limit, skip } = query;
  const most = limit === null ? null : dialect.limit(limit);
  const part = most === null ? '' : `${most.sql} OFFSET ${given('bigint')}`;
  return {
    sql: `SELECT * FROM ${quote(table)} AS t WHERE ${where} ORDER BY ${order.join(', ')}${part}`,
    params: most === null ? params : [...params, ...most.params, skip],
    order,
  };
}

/** All rows, hydrated, in any order. */
export function* selectWhere<Table extends TableName>(
  dialect: Dialect,
  table: Table,
  where: Predicate,
  limit?: number,
): Plan<RowOf<Table>[]> {
  const { sql, params } = toCondition(dialect, table, where);
  const most = limit === undefined ? { sql: '', params: [] } : dialect.limit(limit);
  const text = `${selectsOf(table).all} WHERE ${sql}${most.sql}`;
  const rows = yield* rowsOf(text, [...params, ...most.params]);
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

/** Those of the uids whose rows meet a condition, in their order, metered. */
export function* selectMatching(
  dialect: Dialect,
  type: ResourceType,
  uids: readonly string[],
  filter: Predicate,
): Plan<string[]> {
  if (uids.length === 0) return [];
  const { sql, params } = toCondition(dialect, type, filter);
  const rows = yield* rowsOf<{ uid: string }>(
    `SELECT t."uid" FROM ${dialect.listSource('v', 'text')} CROSS JOIN ${quote(type)} AS t
     WHERE t."uid" = v."value" AND ${dialect.metered(sql)}`,
    [dialect.list(uids), ...params],
  );
  const matching = new Set(rows.map(({ uid }) => uid));
  return uids.filter((uid) => matching.has(uid));
}

/** A select of uids. */
export interface Listed extends Part {
  /** How its columns order it. */
  order: readonly string[];
}

/** The rows of the uids that a select finds, hydrated, in its order. */
export function* selectListed<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  { sql, params, order }: Listed,
): Plan<RowOf<Type>[]> {
  if (dialect.remote === null) {
    const found = yield* rowsOf<{ uid: string }>(sql, params);
    return yield* selectAll(
      dialect,
      type,
      found.map(({ uid }) => uid),
    );
  }
  const rows = yield* rowsOf(listedText(type, { sql, order }), params);
  return rows.map((one) => toRow(type, one));
}

/** Rows, and facts about all that they are taken from. */
export interface WithFacts {
  /** Table expressions, which the other parts may read. */
  tables: Part;
  /** A select of one row. */
  facts: Part;
  /** A source of the table's rows. */
  source: Part;
  order: readonly string[];
  isFixed: boolean;
}

/** Both in one statement: the facts come with each row, and alone where there are no rows. */
export function* selectWithFacts<Type extends ResourceType>(
  type: Type,
  { tables, facts, source, order, isFixed }: WithFacts,
): Plan<{ rows: RowOf<Type>[]; facts: Values }> {
  const { columns, joins } = selectsOf(type);
  const sql = `WITH ${tables.sql} SELECT ${columns}, f.* FROM ${source.sql} AS t${joins}
    RIGHT JOIN (${facts.sql}) AS f ON TRUE ORDER BY ${order.join(', ')}`;
  const params = [...tables.params, ...source.params, ...facts.params];
  const { rows } = yield { sql, params, isFixed };
  const found = rows.filter(({ uid }) => uid !== null);
  return { rows: found.map((one) => toRow(type, one)), facts: rows[0] ?? {} };
}

function listedText(type: ResourceType, { sql, order }: Pick<Listed, 'sql' | 'order'>): string {
  const keys = order.map((key) => `v.${key}`);
  return `${hydrated(type, sourceOf(type, sql))} ORDER BY ${keys.join(', ')}`;
}

/** The rows of the uids that a select finds, beside its columns as `v`. */
export function sourceOf(type: ResourceType, sql: string): string {
  // With the limit no plan reads the table instead of looking each uid up.
  const row = `(SELECT * FROM ${quote(type)} WHERE "uid" = v."uid" LIMIT 1)`;
  return `(${sql}) AS v CROSS JOIN LATERAL ${row}`;
}

/** One row, hydrated; null if there is none. */
export function* selectOne<Type extends ResourceType>(
  type: Type,
  uid: string,
): Plan<RowOf<Type> | null> {
  const row = yield* rowOf(selectsOf(type).one, [uid]);
  return row === undefined ? null : toRow(type, row);
}

/**
 * One row, hydrated, after a statement that writes it.
 *
 * @throws Error if there is no such row.
 */
export function* writeOne<Type extends ResourceType>(
  type: Type,
  uid: string,
  sql: string,
  params: readonly unknown[],
): Plan<RowOf<Type>> {
  const { returned } = selectsOf(type);
  // All rows, because SQLite checks foreign keys after the last one.
  const [row] = yield* rowsOf(`${sql}${returned ?? ''}`, params);
  if (row !== undefined) return toRow(type, row);
  const found = returned === null ? yield* selectOne(type, uid) : null;
  if (found === null) throw new Error('the row is gone');
  return found;
}

/**
 * Up to so many children of a group are sorted for each page. More are found by walking the uids
 * below the group from the cursor on.
 */
export const MOST_SORTED = 2_000;

/** The rows of a page of a group's children in the order of the uids, hydrated and metered. */
export function selectChildren<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  parent: string,
  query: Omit<RowQuery, 'where'>,
): Plan<RowOf<Type>[]> {
  return selectListed(dialect, type, walkedChildren(dialect, type, parent, query));
}

export function walkedChildren(
  dialect: Dialect,
  type: ResourceType,
  parent: string,
  { order: { descending }, cursor, skip, limit }: Omit<RowQuery, 'where'>,
): Listed {
  const { after, before } = belowRange(parent);
  const [from, to] = descending ? [after, cursor?.uid ?? before] : [cursor?.uid ?? after, before];
  const order = `"uid" ${descending ? 'DESC' : 'ASC'}`;
  // Taking all children by their parent would sort them.
  const sql = `SELECT "uid" FROM ${quote(type)}
    WHERE "uid" > ? AND "uid" < ? AND ${dialect.metered(`${dialect.unindexed('"parent"', 'text')} = ${given('text')}`)}
    ORDER BY ${order}${PART}`;
  return { sql, params: [from, to, parent, limit, skip], order: [order] };
}

/** The same, in any order, by sorting the children. */
export function sortedChildren(
  dialect: Dialect,
  type: ResourceType,
  parent: string,
  { order, cursor, skip, limit }: Omit<RowQuery, 'where'>,
): Listed {
  const after = cursor === null ? null : afterCursor(dialect, order, cursor);
  const { column, descending } = order;
  const direction = descending ? 'DESC' : 'ASC';
  const keys = column === 'uid' ? ['"uid"'] : ['"value"', '"uid"'];
  // In the order of an index by uid, all rows of the table might be looked at.
  const uid = dialect.unindexed('t."uid"', 'text');
  const key = column === 'uid' ? uid : `t.${quote(column)} ${direction}, t."uid"`;
  return {
    sql: `SELECT t."uid", t.${quote(column)} AS "value" FROM ${quote(type)} AS t
      WHERE t."parent" = ${given('text')}${after === null ? '' : ` AND ${after.sql}`} ORDER BY ${key} ${direction}${PART}`,
    params: [parent, ...(after?.params ?? []), limit, skip],
    order: keys.map((one) => `${one} ${direction}`),
  };
}

/** The number of rows, metered. */
export function* selectTotal(dialect: Dialect, table: TableName, where: Predicate): Plan<number> {
  const { sql, params } = totalPart(dialect, table, where);
  const [row] = yield* rowsOf<{ n: number }>(sql, params);
  return row?.n ?? 0;
}

export function totalPart(dialect: Dialect, table: TableName, where: Predicate): Part {
  const { sql, params } = toCondition(dialect, table, where);
  const from = `${quote(table)} AS t WHERE ${dialect.metered(sql)}`;
  return { sql: `SELECT count(*) AS n FROM ${from}`, params };
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
  const order = orderKeys(dialect, type, { column, descending: false });
  const text = `SELECT t."uid" FROM ${quote(type)} AS t WHERE ${dialect.metered(sql)}
    ORDER BY ${order.join(', ')}`;
  const rows = yield* rowsOf<{ uid: string }>(text, params);
  return rows.map(({ uid }) => uid);
}

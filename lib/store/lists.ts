/**
 * The SQL of every list, count and get, built from allow-listed columns and
 * run as prepared statements on the read connection.
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { BaseRow, ResourceType } from '#lib/resources/define.ts';
import { COLUMNS } from './columns.ts';
import { prepared } from './database.ts';
import { joinsOf } from './joins.ts';
import { toRow } from './rows.ts';

/** A piece of a WHERE clause on the table as `t`. */
export interface Condition {
  sql: string;
  params: readonly (string | number)[];
}

export interface ListQuery {
  type: ResourceType;
  where: readonly Condition[];
  order: { column: string; descending: boolean };
  cursor: Cursor | null;
  skip: number;
  limit: number;
}

function quote(identifier: string): string {
  return `"${identifier}"`;
}

/** Columns of the table and of its joins, from `source`, which holds the table's rows as `t`. */
function hydrated(type: ResourceType, source: string): string {
  const joins = joinsOf(type);
  const selected = Object.entries(COLUMNS[type]).map(([column, kind]) =>
    // Past 2^53 the driver's numbers are no longer exact, texts are.
    kind === 'bigint'
      ? `CAST(t.${quote(column)} AS TEXT) AS ${quote(column)}`
      : `t.${quote(column)}`,
  );
  const joined = joins.flatMap(({ as, columns }) =>
    columns.map((column) => `${quote(as)}.${quote(column)} AS ${quote(`${as}.${column}`)}`),
  );
  const clauses = joins.map(
    ({ as, table, on }) =>
      ` JOIN ${quote(table)} AS ${quote(as)} ON ${quote(as)}."uid" = t.${quote(on)}`,
  );
  return `SELECT ${[...selected, ...joined].join(', ')} FROM ${source} AS t${clauses.join('')}`;
}

// To write a statement out takes longer than to run one that is prepared.
const selects = new Map<ResourceType, { all: string; one: string }>();

function selectsOf(type: ResourceType) {
  const known = selects.get(type);
  if (known !== undefined) return known;
  const all = hydrated(type, quote(type));
  const both = { all, one: `${all} WHERE t."uid" = ?` };
  selects.set(type, both);
  return both;
}

/** All rows, hydrated, with the table as `t`: ready for a WHERE. */
export function selectFrom(type: ResourceType): string {
  return selectsOf(type).all;
}

function whereClause(conditions: readonly Condition[]): string {
  const all = conditions.map(({ sql }) => `(${sql})`).join(' AND ');
  return all === '' ? '' : ` WHERE ${all}`;
}

function paramsOf(conditions: readonly Condition[]): (string | number)[] {
  return conditions.flatMap(({ params }) => params);
}

/** What lies behind the cursor in the order; ties are broken by uid in the same direction. */
function afterCursor(order: ListQuery['order'], cursor: Cursor): Condition {
  const sign = order.descending ? '<' : '>';
  if (order.column === 'uid') return { sql: `t."uid" ${sign} ?`, params: [cursor.uid] };
  return {
    sql: `(t.${quote(order.column)}, t."uid") ${sign} (?, ?)`,
    params: [cursor.value, cursor.uid],
  };
}

function orderClause({ column, descending }: ListQuery['order']): string {
  const direction = descending ? 'DESC' : 'ASC';
  const tie = column === 'uid' ? '' : `, t."uid" ${direction}`;
  return ` ORDER BY t.${quote(column)} ${direction}${tie}`;
}

/** The rows of one page, hydrated. */
export function listRows(query: ListQuery): BaseRow[] {
  const conditions =
    query.cursor === null ? query.where : [...query.where, afterCursor(query.order, query.cursor)];
  const order = orderClause(query.order);
  const page = `(SELECT * FROM ${quote(query.type)} AS t${whereClause(conditions)}${order} LIMIT ? OFFSET ?)`;
  const rows = prepared(`${hydrated(query.type, page)}${order}`).all(
    ...paramsOf(conditions),
    query.limit,
    query.skip,
  );
  return rows.map((row) => toRow(query.type, row as Record<string, unknown>));
}

/** The rows of the uids, hydrated, in their order; those that are gone are left out. */
export function rowsOf(type: ResourceType, uids: readonly string[]): BaseRow[] {
  if (uids.length === 0) return [];
  const source = `json_each(?) AS v CROSS JOIN ${quote(type)}`;
  const sql = `${hydrated(type, source)} WHERE t."uid" = v."value"`;
  const rows = prepared(sql).all(JSON.stringify(uids)) as Record<string, unknown>[];
  const byUid = new Map(rows.map((row) => [row['uid'], row]));
  return uids.flatMap((uid) => {
    const row = byUid.get(uid);
    return row === undefined ? [] : [toRow(type, row)];
  });
}

/** How many rows the conditions hold for. */
export function countRows(type: ResourceType, where: readonly Condition[]): number {
  const sql = `SELECT count(*) AS n FROM ${quote(type)} AS t${whereClause(where)}`;
  return (prepared(sql).get(...paramsOf(where)) as { n: number }).n;
}

/** One row, hydrated; null where there is none. */
export function getRow(type: ResourceType, uid: string): BaseRow | null {
  const row = prepared(selectsOf(type).one).get(uid);
  return row === undefined ? null : toRow(type, row as Record<string, unknown>);
}

/** What a row is ordered by, as a cursor holds it. */
export function cursorOf(row: BaseRow, column: string): Cursor {
  const value = (row as unknown as Record<string, unknown>)[column];
  return {
    uid: row.uid,
    value: value instanceof Date ? value.getTime() : (value as string | number),
  };
}

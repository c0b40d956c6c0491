/**
 * The columns of related tables that a list is searched and ordered by, named `role.name`. They are looked up
 * by their uid for each row of the list. Who bound an identity of another organization knows it by the name
 * that it had then.
 */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { ColumnKind } from '#lib/store/tables/columns.ts';
import { foldedColumn, LONGEST_SEARCHED } from '#lib/store/tables/folded.ts';
import { joinsOf, type Join } from '#lib/store/tables/joins.ts';
import type { Dialect } from './dialect.ts';
import { joined, type Part } from './plan.ts';
import { kindOf } from './values.ts';

const OWNER = builtInRole('owner').uid;

const BOUND_AS = 't."boundAs"';

export const isJoined = (column: string): boolean => column.includes('.');

/** @throws Error for a table without such a join, because names become part of statements. */
function joinOf(table: TableName, as: string): Join {
  const join = joinsOf(table).find((one) => one.as === as);
  if (join === undefined) throw new Error(`${table} has no join ${as}`);
  return join;
}

const looked = ({ table, on }: Join, expression: string) =>
  `(SELECT ${expression} FROM "${table}" AS j WHERE j."uid" = t."${on}")`;

/** The identity of the row as it was when it was bound, if it is of another organization. */
const kept = (table: TableName, { as }: Join) => table === 'RoleBinding' && as === 'identity';

/** What a list is ordered by: owners first, and then by the names of roles; identities and groups by their names. */
export function joinedOrder(dialect: Dialect, table: TableName, column: string): string {
  const [as = '', name = ''] = column.split('.');
  const join = joinOf(table, as);
  kindOf(join.table, name);
  const own = looked(join, `j."${name}"`);
  if (as === 'role') return `CASE WHEN t."${join.on}" = '${OWNER}' THEN '' ELSE ${own} END`;
  if (!kept(table, join)) return own;
  const then = `lower(${dialect.member(BOUND_AS, 'name')})`;
  return `CASE WHEN ${BOUND_AS} IS NULL THEN ${own} ELSE ${then} END`;
}

/** The column of a list's order, in a select of the table as `t`. */
export const orderKey = (dialect: Dialect, table: TableName, column: string): string =>
  isJoined(column) ? joinedOrder(dialect, table, column) : `t."${column}"`;

export const orderKind = (table: TableName, column: string): ColumnKind =>
  isJoined(column) ? 'text' : kindOf(table, column);

function searchedText(table: TableName, name: string): string {
  kindOf(table, name);
  const searched = `lower(substr(j."${name}", 1, ${LONGEST_SEARCHED}))`;
  const stored = foldedColumn(table, name);
  return stored === null ? searched : `coalesce(j."${stored}", ${searched})`;
}

/**
 * One of the columns of a related row contains the folded text. Of an identity of another organization, the
 * database folds the kept names, which is ASCII alone on SQLite.
 */
export function whereJoinContains(
  dialect: Dialect,
  table: TableName,
  { join: as, columns, text }: { join: string; columns: readonly string[]; text: string },
): Part {
  const join = joinOf(table, as);
  const among = (of: (column: string) => string): Part =>
    joined(
      columns.map((column) => ({
        sql: `${dialect.position}(${of(column)}, ?) > 0`,
        params: [text],
      })),
      'OR',
    );
  const own = among((column) => searchedText(join.table, column));
  const rows = `SELECT 1 FROM "${join.table}" AS j WHERE j."uid" = t."${join.on}" AND (${own.sql})`;
  if (!kept(table, join)) return { sql: `EXISTS (${rows})`, params: own.params };
  const then = among((column) => `lower(coalesce(${dialect.member(BOUND_AS, column)}, ''))`);
  return {
    sql: `CASE WHEN ${BOUND_AS} IS NULL THEN EXISTS (${rows}) ELSE (${then.sql}) END`,
    params: [...own.params, ...then.params],
  };
}

/** What reading rows takes, from the bytes in their large columns. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { Weight } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { largeColumns } from '#lib/store/tables/large.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf, type Plan } from './plan.ts';
import { kindOf } from './values.ts';
import { toCondition } from './where.ts';

/** The bytes of a row `t` in its large columns; null if its table has none. */
function bytesOf({ jsonText }: Dialect, table: TableName): string | null {
  const sizes = largeColumns(table).map((column) => {
    const name = `t."${column}"`;
    const text = kindOf(table, column) === 'json' ? jsonText(name) : name;
    return `coalesce(octet_length(${text}), 0)`;
  });
  return sizes.length === 0 ? null : sizes.join(' + ');
}

/**
 * The rows of a select of uids, with their number as "found", and the bytes of those before each as
 * "before"; null if they have no large columns.
 *
 * @param order of the rows, which are `v`.
 */
export function weighedUids(
  dialect: Dialect,
  table: TableName,
  sql: string,
  order: string,
): string | null {
  const bytes = bytesOf(dialect, table);
  if (bytes === null) return null;
  return `SELECT v."uid", v."value", count(*) OVER () AS "found", sum(${bytes}) OVER
      (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "before"
    FROM (${sql}) AS v CROSS JOIN "${table}" AS t WHERE t."uid" = v."uid"`;
}

export function* selectWeight(
  dialect: Dialect,
  type: ResourceType,
  where: Predicate,
  most: number,
): Plan<Weight> {
  const { sql, params } = toCondition(dialect, type, where);
  const { sql: end, params: limit } = dialect.limit(most);
  const sizes = `SELECT ${bytesOf(dialect, type) ?? 0} AS "size" FROM "${type}" AS t
    WHERE ${sql}${end}`;
  const text = `SELECT count(*) AS "rows", coalesce(sum(w."size"), 0) AS "bytes" FROM (${sizes}) AS w`;
  const [row] = yield* rowsOf<Weight>(text, [...params, ...limit]);
  return row ?? { rows: 0, bytes: 0 };
}

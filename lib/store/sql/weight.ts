/** What reading rows takes, from the bytes in their large columns. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { Weight } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { largeColumns, PAGE_BYTES } from '#lib/store/tables/large.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf, type Plan } from './plan.ts';
import { kindOf } from './values.ts';
import { toCondition } from './where.ts';

/** The bytes of a row `t` in its large columns; null if its table has none. */
export function weightOf({ jsonText }: Dialect, table: TableName): string | null {
  const sizes = largeColumns(table).map((column) => {
    const name = `t."${column}"`;
    const text = kindOf(table, column) === 'json' ? jsonText(name) : name;
    return `coalesce(octet_length(${text}), 0)`;
  });
  return sizes.length === 0 ? null : sizes.join(' + ');
}

/**
 * The rows of a select of uids up to the first that has the bytes of a page before it. For a server, which
 * sends all rows that it finds.
 *
 * @param order of the rows, which are `v`.
 */
export function weighed(
  table: TableName,
  { sql, weight, order }: { sql: string; weight: string; order: string },
): string {
  return `SELECT w."key", w."uid", w."value" FROM (
      SELECT v."key", v."uid", v."value", sum(${weight}) OVER
        (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS "before"
      FROM (${sql}) AS v CROSS JOIN "${table}" AS t WHERE t."uid" = v."uid") AS w
    WHERE coalesce(w."before", 0) < ${PAGE_BYTES}`;
}

export function* selectWeight(
  dialect: Dialect,
  type: ResourceType,
  where: Predicate,
  most: number,
): Plan<Weight> {
  const { sql, params } = toCondition(dialect, type, where);
  const { sql: end, params: limit } = dialect.limit(most);
  const sizes = `SELECT ${weightOf(dialect, type) ?? 0} AS "size" FROM "${type}" AS t
    WHERE ${sql}${end}`;
  const text = `SELECT count(*) AS "rows", coalesce(sum(w."size"), 0) AS "bytes" FROM (${sizes}) AS w`;
  const [row] = yield* rowsOf<Weight>(text, [...params, ...limit]);
  return row ?? { rows: 0, bytes: 0 };
}

/** The same of what is directly in one group, or in a repository. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import { is } from '#lib/store/predicates.ts';
import { typeId } from '#lib/store/tables/orders.ts';
import type { Dialect } from '../dialect.ts';
import { given } from '../given.ts';
import type { Plan } from '../plan.ts';
import { MOST_WALKED } from '../positions.ts';
import {
  MOST_SORTED,
  selectWithFacts,
  sortedChildren,
  sourceOf,
  totalPart,
  walkedChildren,
} from '../select.ts';
import type { Part } from '../select.ts';
import { kindOf } from '../values.ts';

const HERE = `SELECT coalesce(y."here", 0) AS "here", coalesce(y."below", 0) AS "below" FROM "Place" AS p
  LEFT JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${given('integer')}
  WHERE p."uid" = ${given('text')}`;

/** All that is below a repository is directly in it, so that walking there is the quickest. */
const IS_FEW = `coalesce((SELECT "here" FROM place) <= ${MOST_SORTED}, FALSE)`;

/** Many children that are all that is below their group, which the group's ranking has in order. */
const ARE_ALL_BELOW = `coalesce((SELECT "here" > ${MOST_SORTED} AND "here" = "below" FROM place), FALSE)`;

const partIf = (condition: string, { sql, params }: Part, columns = 'p.*'): Part => ({
  sql: `SELECT ${columns} FROM (${sql}) AS p WHERE ${condition}`,
  params,
});

/**
 * @param isCounted false where nobody asks for the total.
 * @returns null where there are many, so that it is quicker to list all that is below the group.
 */
export function* childrenAtOnce<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  { parent, order, ...query }: Omit<PageQuery, 'where'> & { parent: string },
  isCounted: boolean,
): Plan<Page<RowOf<Type>> | null> {
  // Other orders have no index that begins with the group, so that it depends on the group whether
  // its children are sorted or found by walking an index of all rows.
  const isFixed = order.column === 'uid' || kindOf(type, order.column) === 'time';
  // An index has them in order, too, but not their positions.
  const isListed = isFixed && query.skip <= MOST_WALKED;
  const sorted = sortedChildren(dialect, type, parent, { ...query, order });
  const found =
    order.column === 'uid'
      ? [
          partIf(IS_FEW, sorted, 'p."uid"'),
          partIf(`NOT ${IS_FEW}`, walkedChildren(dialect, type, parent, { ...query, order })),
        ]
      : [sorted];
  const parts = isListed ? found : found.map((part) => partIf(`NOT ${ARE_ALL_BELOW}`, part));
  const source = parts.map(({ sql }) => `(${sql})`).join(' UNION ALL ');
  // What lies in something else than a group has no kept count.
  const counted = isCounted
    ? totalPart(dialect, type, is('parent', parent))
    : { sql: 'NULL', params: [] };
  const { rows, facts } = yield* selectWithFacts(type, {
    tables: { sql: `place AS MATERIALIZED (${HERE})`, params: [typeId(type), parent] },
    facts: {
      sql: `SELECT coalesce((SELECT "here" FROM place), (${counted.sql})) AS "total",
        ${isListed ? 'FALSE' : ARE_ALL_BELOW} AS "left"`,
      params: counted.params,
    },
    source: {
      sql: sourceOf(type, source),
      params: parts.flatMap(({ params }) => params),
    },
    order: sorted.order.map((key) => `v.${key}`),
    isFixed,
  });
  return facts['left'] === true ? null : { rows, total: Number(facts['total']) };
}

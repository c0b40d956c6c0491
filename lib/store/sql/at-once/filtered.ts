/** A page of what filters find, with its total, in one statement. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Area, Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { typeId } from '#lib/store/tables/orders.ts';
import { placesFrom } from '../area-reads.ts';
import type { Dialect } from '../dialect.ts';
import type { Plan } from '../plan.ts';
import { pagePart, selectWithFacts, totalPart } from '../select.ts';
import type { Listed, Part, WithFacts } from '../select.ts';
import { FEW } from '../filtered.ts';

export function* filteredAtOnce<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<Page<RowOf<Type>>> {
  const page = pagePart(dialect, type, query);
  const counted = totalPart(dialect, type, query.where);
  const { rows, facts } = yield* selectWithFacts(type, {
    ...partsOf(page, counted, totalOf(query)),
    isFixed: isNarrow(query.where),
  });
  return { rows, total: Number(facts['total']) };
}

/** The same if there are few rows in the groups; null, and nothing is looked at, if there are many. */
export function* filteredIfFew<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery & { areas: readonly Area[] },
): Plan<Page<RowOf<Type>> | null> {
  const ifFew = ({ sql, ...rest }: Part): Part => ({
    ...rest,
    sql: `SELECT p.* FROM (${sql}) AS p WHERE (SELECT "size" FROM sized) <= ${FEW}`,
  });
  const page = pagePart(dialect, type, query);
  const total = totalOf(query);
  const { tables, ...parts } = partsOf(
    { ...ifFew(page), order: page.order },
    ifFew(totalPart(dialect, type, query.where)),
    { ...total, sql: `SELECT "size", e.* FROM sized CROSS JOIN (${total.sql}) AS e` },
  );
  const places = placesFrom(dialect.listSource('v', 'text'));
  const { rows, facts } = yield* selectWithFacts(type, {
    ...parts,
    tables: {
      sql: `sized AS MATERIALIZED (SELECT coalesce(sum("below"), 0) AS "size" FROM (${places}) AS w), ${tables.sql}`,
      params: [dialect.list(query.areas.map(({ uid }) => uid)), typeId(type), ...tables.params],
    },
    isFixed: isNarrow(query.where),
  });
  return Number(facts['size']) > FEW ? null : { rows, total: Number(facts['total']) };
}

function partsOf(page: Listed, counted: Part, facts: Part): Omit<WithFacts, 'isFixed'> {
  return {
    tables: {
      sql: `page AS MATERIALIZED (${page.sql}), counted AS MATERIALIZED (${counted.sql})`,
      params: [...page.params, ...counted.params],
    },
    facts,
    source: { sql: 'page', params: [] },
    order: page.order,
  };
}

/** Columns that begin an index, and of which few rows have the same value. */
const NARROW = ['uid', 'name', 'advisoryId'];

/**
 * Whether so few rows meet the predicate that they are found first, and sorted in any order. Not so
 * for aliases, which are in another table: while the server knows nothing of the sizes of the two, it
 * may begin with the wrong one.
 */
function isNarrow(where: Predicate): boolean {
  switch (where.kind) {
    case 'is':
    case 'in':
      return NARROW.includes(where.column);
    case 'all':
      return where.of.some(isNarrow);
    default:
      return false;
  }
}

/** Counts only where the page does not show how many rows there are by ending before its limit. */
function totalOf({ cursor, skip, limit }: PageQuery): Part {
  const counted = '(SELECT "n" FROM counted)';
  if (cursor !== null) return { sql: `SELECT ${counted} AS "total"`, params: [] };
  // Behind a skip, an empty page does not show how many rows are before it.
  const fewest = skip === 0 ? 0 : 1;
  return {
    sql: `SELECT CASE WHEN "found" BETWEEN ? AND ? THEN "found" + ? ELSE ${counted} END AS "total"
      FROM (SELECT count(*) AS "found" FROM page) AS p`,
    params: [fewest, limit - 1, skip],
  };
}

/**
 * A page with its total in one statement, for an engine that is far away. What decides how rows are
 * read, whether a group has a ranking or many children, decides it there: the part of the statement
 * that is not needed does not run.
 */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Area, Page, PageQuery } from '#lib/store/handles.ts';
import { listId, typeId } from '#lib/store/tables/orders.ts';
import { partOfRanking, placesFrom, rangePart } from './area-reads.ts';
import type { AreaQuery } from './area-reads.ts';
import type { Dialect } from './dialect.ts';
import type { Plan, Statement } from './plan.ts';
import { MOST_SORTED, PART, selectWithFacts, sortedChildren, walkedChildren } from './select.ts';
import { kindOf } from './values.ts';

/** For more, the statement would take longer than what it spares. */
const MOST_AREAS = 8;

type Part = Pick<Statement, 'sql' | 'params'>;

/** @returns null where there is nothing, or too much for one statement. */
export function* listAtOnce<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: AreaQuery,
): Plan<Page<RowOf<Type>> | null> {
  const { areas, order, limit, skip } = query;
  if (dialect.remote === null || areas.length === 0 || areas.length > MOST_AREAS) return null;
  const { keyOf, uidBelow } = dialect.remote;
  const most = limit + skip;
  const partsOf = (area: Area): Part[] => {
    const range = rangePart(dialect, area, query, query.cursor, most, 0);
    if (order.column === 'uid') {
      return [{ sql: `SELECT r."uid" FROM (${range.sql}) AS r`, params: range.params }];
    }
    const ranked = partOfRanking(
      dialect,
      area,
      query,
      { after: query.cursor, limit: most, skip: 0 },
      {
        sql: `"place" = (SELECT "id" FROM within WHERE "uid" = ? AND "ranked") AND "list" = CAST(? AS INTEGER)`,
        params: [area.uid, listId(type, order.column)],
      },
    );
    return [
      {
        sql: `SELECT ${uidBelow('e."digits"')} AS "uid", e."key" FROM (${ranked.sql}) AS e`,
        params: [area.uid, ...ranked.params],
      },
      {
        sql: `SELECT r."uid", ${keyOf('r."value"', kindOf(type, order.column))} AS "key"
          FROM (${range.sql}) AS r
          WHERE NOT EXISTS (SELECT 1 FROM within WHERE "uid" = ? AND "ranked")`,
        params: [...range.params, area.uid],
      },
    ];
  };
  // The same statement for each page: a cursor is in one area, before some and after others.
  const parts = areas.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)).flatMap(partsOf);
  const direction = order.descending ? 'DESC' : 'ASC';
  const keys = order.column === 'uid' ? ['"uid" COLLATE "C"'] : ['"key"', '"uid" COLLATE "C"'];
  const sorted = keys.map((key) => `${key} ${direction}`);
  const { rows, facts } = yield* selectWithFacts(
    type,
    {
      sql: `WITH within AS MATERIALIZED (${placesFrom(dialect.listSource('v', 'text'))})
        SELECT u.*, (SELECT CAST(count(*) AS INTEGER) FROM within) AS "groups",
          (SELECT CAST(sum("below") AS INTEGER) FROM within) AS "total"
        FROM (${parts.map(({ sql }) => `(${sql})`).join(' UNION ALL ')}) AS u
        ORDER BY ${sorted.join(', ')}${PART}`,
      params: [
        dialect.list(areas.map(({ uid }) => uid)),
        typeId(type),
        ...parts.flatMap(({ params }) => params),
        limit,
        skip,
      ],
      order: sorted,
    },
    ['groups', 'total'],
    true,
  );
  // An area that is none of a group is listed in another way.
  if (facts === undefined || facts['groups'] !== areas.length) return null;
  const selves = areas.filter(({ withSelf }) => withSelf).length;
  return { rows, total: Number(facts['total']) + selves };
}

const HERE = `SELECT coalesce(y."here", 0) AS "here" FROM "Place" AS p
  LEFT JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ? WHERE p."uid" = ?`;

const IS_MANY = `(SELECT "here" FROM place) > ${MOST_SORTED}`;

const uidsIf = (condition: string, { sql, params }: Part): Part => ({
  sql: `SELECT p."uid" FROM (${sql}) AS p WHERE ${condition}`,
  params,
});

/** The same of what is directly in a group. */
export function* childrenAtOnce<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  parent: string,
  query: Omit<PageQuery, 'where'>,
): Plan<Page<RowOf<Type>> | null> {
  if (dialect.remote === null) return null;
  // Other orders have no index that begins with the group, so that it depends on the group whether
  // its children are sorted or found by walking an index of all rows.
  const { column } = query.order;
  const isFixed = column === 'uid' || kindOf(type, column) === 'time';
  const sorted = sortedChildren(dialect, type, parent, query);
  const parts =
    column === 'uid'
      ? [
          uidsIf(`NOT ${IS_MANY}`, sorted),
          uidsIf(IS_MANY, walkedChildren(dialect, type, parent, query)),
        ]
      : [sorted];
  const { rows, facts } = yield* selectWithFacts(
    type,
    {
      sql: `WITH place AS MATERIALIZED (${HERE})
        SELECT u.*, (SELECT "here" FROM place) AS "total"
        FROM (${parts.map(({ sql }) => `(${sql})`).join(' UNION ALL ')}) AS u`,
      params: [typeId(type), parent, ...parts.flatMap(({ params }) => params)],
      order: sorted.order,
    },
    ['total'],
    isFixed,
  );
  // What lies in something else than a group is not counted.
  const total = facts?.['total'] ?? null;
  return total === null ? null : { rows, total: Number(total) };
}

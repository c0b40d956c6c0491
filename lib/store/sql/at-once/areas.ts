/**
 * A page of what is below some groups, with its total, in one statement for an engine that is far
 * away. What decides how rows are read, whether a group has a ranking, decides it there: the part of
 * the statement that is not needed does not run.
 */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Area, Page } from '#lib/store/handles.ts';
import { listId, typeId } from '#lib/store/tables/orders.ts';
import { cutAt, placesFrom, rangeOf, sortKey } from '../area-reads.ts';
import type { AreaQuery } from '../area-reads.ts';
import type { Dialect, Remote } from '../dialect.ts';
import type { Plan } from '../plan.ts';
import { PART, selectWithFacts, sourceOf } from '../select.ts';
import type { Listed, Part } from '../select.ts';
import { kindOf } from '../values.ts';

/** So many entries are merged. Of more, it is quicker to read a few of each group, and then again. */
const MOST_ENTRIES = 15_000;

/** @returns null where there is too much for one statement, or an area is not that of a group. */
export function* listAtOnce<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: AreaQuery,
): Plan<Page<RowOf<Type>> | null> {
  const { areas, order, limit, skip } = query;
  const { remote } = dialect;
  if (remote === null || areas.length * (limit + skip) > MOST_ENTRIES) return null;
  const listed =
    order.column === 'uid' ? byUid(query) : byValue(dialect, remote, query, query.cursor !== null);
  const { rows, facts } = yield* selectWithFacts(type, {
    tables: within(remote, query),
    facts: {
      sql: `SELECT count(*) AS "groups", coalesce(sum("below"), 0) AS "total" FROM within`,
      params: [],
    },
    source: { sql: sourceOf(type, listed.sql), params: listed.params },
    order: listed.order.map((key) => `v.${key}`),
    isFixed: true,
  });
  if (facts['groups'] !== areas.length) return null;
  const selves = areas.filter(({ withSelf }) => withSelf).length;
  return { rows, total: Number(facts['total']) + selves };
}

/** The groups, each with where its part of the page begins. */
function within(remote: Remote, query: AreaQuery): Part {
  const { areas, order, cursor, type } = query;
  const ranges = areas.map((area) => rangeIn(area, query));
  const lists: [name: string, type: string, values: readonly unknown[]][] = [
    ['value', 'text', areas.map(({ uid }) => uid)],
    ['from', 'text', ranges.map(([from]) => from)],
    ['to', 'text', ranges.map(([, to]) => to)],
  ];
  if (cursor !== null && order.column !== 'uid') {
    const ends = areas.map((area) => cutAt(remote, area, !order.descending, cursor));
    lists.push(['key', 'bytea', ends.map(([key]) => key)]);
    lists.push(['tail', 'bytea', ends.map(([, tail]) => tail)]);
  }
  const names = lists.map(([name]) => `"${name}"`);
  const source = `unnest(${lists.map(([, kind]) => `?::${kind}[]`).join()}) AS v(${names.join()})`;
  const others = names.slice(1).map((name) => `, v.${name}`);
  return {
    sql: `within AS MATERIALIZED (${placesFrom(source, others.join(''))})`,
    params: [...lists.map(([, , values]) => values), typeId(type)],
  };
}

/** The uids of an area: from the first one, and before the second. By uid, those after the cursor. */
function rangeIn(area: Area, { order, cursor }: AreaQuery): [from: string, to: string] {
  const [from, to] = rangeOf(area).params;
  if (cursor === null || order.column !== 'uid') return [from, to];
  if (order.descending) return [from, cursor.uid < to ? cursor.uid : to];
  const after = `${cursor.uid}/`;
  return [after > from ? after : from, to];
}

function byUid({ type, order, limit, skip }: AreaQuery): Listed {
  const direction = order.descending ? 'DESC' : 'ASC';
  const keys = ['"group"', '"uid"'].map((key) => `${key} ${direction}`);
  return {
    sql: `SELECT w."uid" AS "group", r."uid" FROM within AS w CROSS JOIN LATERAL (
        SELECT "uid" FROM "${type}" WHERE "uid" >= w."from" AND "uid" < w."to"
        ORDER BY "uid" ${direction} LIMIT CAST(? AS INTEGER)) AS r
      ORDER BY ${keys.join(', ')}${PART}`,
    params: [limit + skip, limit, skip],
    order: keys,
  };
}

function byValue(dialect: Dialect, remote: Remote, query: AreaQuery, hasCursor: boolean): Listed {
  const direction = query.order.descending ? 'DESC' : 'ASC';
  const keys = ['"key"', '"group"', '"tail"'].map((key) => `${key} ${direction}`);
  const parts = [ranked(dialect, query, hasCursor), sorted(dialect, remote, query)];
  // Making uids of all entries would take longer than to find and to sort them.
  return {
    sql: `SELECT u.*, ${remote.uidBelow('u."group"', dialect.digits('u."tail"'))} AS "uid"
      FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}
        ORDER BY ${keys.join(', ')}${PART}) AS u`,
    params: [...parts.flatMap(({ params }) => params), query.limit, query.skip],
    order: keys,
  };
}

function ranked(dialect: Dialect, query: AreaQuery, hasCursor: boolean): Part {
  const { type, order, limit, skip } = query;
  const [sign, direction] = order.descending ? ['<', 'DESC'] : ['>=', 'ASC'];
  const sorted = ['"key"', '"tail"'].map((key) => `${key} ${direction}`);
  // A group is in its own ranking with an empty tail.
  const self = type === 'Group' ? ` AND ("tail" <> ${dialect.noBytes} OR w."from" = w."uid")` : '';
  const rest = hasCursor ? ` AND ("key", "tail") ${sign} (w."key", w."tail")` : '';
  return {
    sql: `SELECT e."key", w."uid" AS "group", e."tail" FROM within AS w CROSS JOIN LATERAL (
        SELECT "key", "tail" FROM "Ranking"
        WHERE "place" = w."id" AND "list" = CAST(? AS INTEGER)${self}${rest}
        ORDER BY ${sorted.join(', ')} LIMIT CAST(? AS INTEGER)) AS e
      WHERE w."ranked"`,
    params: [listId(type, order.column), limit + skip],
  };
}

function sorted(dialect: Dialect, remote: Remote, query: AreaQuery): Part {
  const { type, order, cursor, limit, skip } = query;
  const [sign, direction] = order.descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const keys = sortKey(dialect, query);
  const rest = cursor === null ? '' : ` AND (${keys.join(', ')}) ${sign} (?, ?)`;
  return {
    sql: `SELECT ${remote.keyOf('r."value"', kindOf(type, order.column))}, w."uid",
        ${remote.tailOf('w."uid"', 'r."uid"')} FROM within AS w CROSS JOIN LATERAL (
        SELECT "uid", "${order.column}" AS "value" FROM "${type}"
        WHERE "uid" >= w."from" AND "uid" < w."to"${rest}
        ORDER BY ${keys.map((key) => `${key} ${direction}`).join(', ')} LIMIT CAST(? AS INTEGER)) AS r
      WHERE NOT w."ranked"`,
    params: [...(cursor === null ? [] : [cursor.value, cursor.uid]), limit + skip],
  };
}

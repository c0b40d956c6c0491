/**
 * Lists from the same tables, written for these requests only: by a group's ranking for one group,
 * else by SQLite's own plan.
 */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { listId, typeId } from '#lib/store/tables/orders.ts';
import { PAGE } from './bare-http.ts';
import type { Asked, BarePage } from './bare-http.ts';
import { TO_JSON } from './bare-json.ts';

interface Place {
  id: number;
  uid: string;
  below: number;
  here: number;
  ranked: number;
}

function totalOf(places: readonly Place[], { parent }: Asked): number {
  return places.reduce((sum, { below, here }) => sum + (parent === undefined ? below : here), 0);
}

const BINDING = `SELECT t.*, i."name" AS "identityName", i."description" AS "identityDescription",
  i."subject", i."issuer", i."email", g."name" AS "groupName", g."description" AS "groupDescription",
  r."name" AS "roleName", r."description" AS "roleDescription"
  FROM page AS t JOIN "Identity" AS i ON i."uid" = t."identityUid"
  JOIN "Group" AS g ON g."uid" = t."parent" JOIN "Role" AS r ON r."uid" = t."roleUid"`;

export class BareLists {
  readonly #database: Sqlite;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Sqlite) {
    this.#database = database;
  }

  prepared(sql: string): Statement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #count(table: string, where: string, params: readonly (string | number)[]): number {
    const count = this.prepared(`SELECT count(*) AS n FROM "${table}" AS t WHERE ${where}`);
    return (count.get(...params) as { n: number }).n;
  }

  /**
   * The groups that contain all possible results; none if the query does not restrict them enough.
   */
  #placesOf({ table, tops, below, parent, name }: Asked): Place[] {
    if (name !== undefined || (table === 'Group' && parent === undefined)) return [];
    const scope = below ?? parent;
    const isWithin = tops.some((top) => scope === top || scope?.startsWith(`${top}/`) === true);
    const inner = tops.filter((top) => scope === undefined || top.startsWith(`${scope}/`));
    const groups = scope !== undefined && isWithin ? [scope] : inner;
    const sql = `SELECT p."id", p."uid", y."below", y."here", y."ranked" FROM json_each(?) AS v
      JOIN "Place" AS p ON p."uid" = v."value" JOIN "Tally" AS y ON y."place" = p."id"
      WHERE y."type" = ?`;
    const type = typeId(table as ResourceType);
    return this.prepared(sql).all(JSON.stringify(groups), type) as Place[];
  }

  /** The uids of a page, from as much of each group. */
  #merged(places: readonly Place[], asked: Asked): string[] {
    const [only, ...others] = places;
    if (only !== undefined && others.length === 0) {
      return this.#read(only, asked, PAGE + 1, asked.skip).map(({ uid }) => uid);
    }
    const all = places.flatMap((place) => this.#read(place, asked, asked.skip + PAGE + 1, 0));
    const sign = asked.descending ? -1 : 1;
    const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
    all.sort((a, b) => sign * (compare(a.value, b.value) || compare(a.uid, b.uid)));
    return all.slice(asked.skip, asked.skip + PAGE + 1).map(({ uid }) => uid);
  }

  #read(place: Place, asked: Asked, limit: number, skip: number): Cursor[] {
    const { table, column, descending, cursor } = asked;
    const { id, uid } = place;
    const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
    if (place.ranked === 0) {
      const after = cursor === null ? '' : ` AND (+"${column}", +"uid") ${sign} (?, ?)`;
      const sql = `SELECT "uid", "${column}" AS "value" FROM "${table}" WHERE "uid" > ? AND "uid" < ?
        ${after} ORDER BY +"${column}" ${direction}, +"uid" ${direction} LIMIT ? OFFSET ?`;
      const rest = cursor === null ? [] : [cursor.value, cursor.uid];
      return this.prepared(sql).all(`${uid}/`, `${uid}0`, ...rest, limit, skip) as Cursor[];
    }
    const isHere = cursor?.uid.startsWith(`${uid}/`) === true;
    const isAhead = cursor !== null && (descending ? uid < cursor.uid : uid > cursor.uid);
    const elsewhere = ` AND "key" ${sign}${isAhead ? '=' : ''} ?`;
    const after = isHere ? ` AND ("key", "tail") ${sign} (?, unhex(?))` : elsewhere;
    const sql = `SELECT hex("tail") AS "uid", "key" AS "value" FROM "Ranking"
      WHERE "place" = ? AND "list" = ?${cursor === null ? '' : after}
      ORDER BY "key" ${direction}, "tail" ${direction} LIMIT ? OFFSET ?`;
    const values = cursor === null ? [] : [cursor.value];
    if (cursor !== null && isHere) values.push(cursor.uid.slice(uid.length).replaceAll('/', ''));
    const list = listId(table as ResourceType, column);
    const found = this.prepared(sql).all(id, list, ...values, limit, skip) as {
      uid: string;
      value: string | number;
    }[];
    return found.map(({ uid: tail, value }) => ({
      uid: uid + tail.toLowerCase().replace(/.{16}/g, '/$&'),
      value,
    }));
  }

  page(asked: Asked): BarePage {
    const { table, column, cursor } = asked;
    const [where, params] = conditionsOf(asked);
    const [sign, direction] = asked.descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const after = cursor === null ? '' : ` AND (t."${column}", t."uid") ${sign} (?, ?)`;
    const order = `ORDER BY t."${column}" ${direction}, t."uid" ${direction}`;
    const places = this.#placesOf(asked);
    const isRanked = places.length > 0 && asked.column !== 'uid' && asked.parent === undefined;
    const page = isRanked
      ? `SELECT t.* FROM json_each(?) AS v CROSS JOIN "${table}" AS t ON t."uid" = v."value"`
      : `SELECT t.* FROM "${table}" AS t WHERE ${where}${after} ${order} LIMIT ? OFFSET ?`;
    const sql = table === 'RoleBinding' ? `WITH page AS (${page}) ${BINDING} ${order}` : page;
    const values = isRanked
      ? [JSON.stringify(this.#merged(places, asked))]
      : [...params, ...(cursor === null ? [] : [cursor.value, cursor.uid]), PAGE + 1, asked.skip];
    const rows = this.prepared(sql).all(...values) as Record<string, string | number>[];
    const total = places.length > 0 ? totalOf(places, asked) : this.#count(table, where, params);
    const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
    return {
      items: rows.slice(0, PAGE).map((row) => TO_JSON[table]?.(row as never) ?? {}),
      next: last === undefined ? null : { value: last[column] ?? '', uid: String(last['uid']) },
      total,
    };
  }
}

/** One of the subtrees, or the part of it that the query selects. */
function conditionsOf({ table, tops, below, parent, name }: Asked): [string, (string | number)[]] {
  const scope = below ?? parent;
  const isWithin =
    scope !== undefined && tops.some((top) => scope === top || scope.startsWith(`${top}/`));
  const parts: string[] = [];
  const params: string[] = [];
  const range = (uid: string, withSelf: boolean) => {
    const { after, before } = belowRange(uid);
    params.push(withSelf ? uid : after, before);
    return `(t."uid" ${withSelf ? '>=' : '>'} ? AND t."uid" < ?)`;
  };
  if (!isWithin) parts.push(`(${tops.map((top) => range(top, table === 'Group')).join(' OR ')})`);
  if (below !== undefined) parts.push(range(below, false));
  if (parent !== undefined) {
    parts.push('t."parent" = ?');
    params.push(parent);
  }
  if (name !== undefined) {
    parts.push('t."name" = ?');
    params.push(name);
  }
  return [parts.join(' AND '), params];
}

/**
 * Lists from the same tables, written for these requests only: by a group's ranking for one group,
 * else by SQLite's own plan.
 */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { given } from '#lib/store/sql/given.ts';
import { listId, typeId } from '#lib/store/tables/orders.ts';
import { PAGE } from './bare-http.ts';
import type { Asked, BarePage } from './bare-http.ts';
import { storedIn } from './stored-json.ts';

interface Place {
  id: number;
  uid: string;
  below: number;
  here: number;
  ranked: number;
}

interface Found extends Cursor {
  json: string;
}

function totalOf(places: readonly Place[], { parent }: Asked): number {
  return places.reduce((sum, { below, here }) => sum + (parent === undefined ? below : here), 0);
}

/** With types: SQLite would look at bare values, and prepare a statement again for each run. */
const PART = `LIMIT ${given('integer')} OFFSET ${given('integer')}`;

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
      WHERE y."type" = ${given('integer')}`;
    const type = typeId(table as ResourceType);
    return this.prepared(sql).all(JSON.stringify(groups), type) as Place[];
  }

  /** The places of a page's rows, from as much of each group. */
  #merged(places: readonly Place[], asked: Asked): Cursor[] {
    const [only, ...others] = places;
    if (only !== undefined && others.length === 0) {
      return this.#read(only, asked, PAGE + 1, asked.skip);
    }
    const all = places.flatMap((place) => this.#read(place, asked, asked.skip + PAGE + 1, 0));
    const sign = asked.descending ? -1 : 1;
    const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
    all.sort((a, b) => sign * (compare(a.value, b.value) || compare(a.uid, b.uid)));
    return all.slice(asked.skip, asked.skip + PAGE + 1);
  }

  #read(place: Place, asked: Asked, limit: number, skip: number): Cursor[] {
    const { table, column, descending, cursor } = asked;
    const { id, uid } = place;
    const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
    if (place.ranked === 0) {
      const after = cursor === null ? '' : ` AND (+"${column}", +"uid") ${sign} (?, ?)`;
      const sql = `SELECT "uid", "${column}" AS "value" FROM "${table}" WHERE "uid" > ? AND "uid" < ?
        ${after} ORDER BY +"${column}" ${direction}, +"uid" ${direction} ${PART}`;
      const rest = cursor === null ? [] : [cursor.value, cursor.uid];
      return this.prepared(sql).all(`${uid}/`, `${uid}0`, ...rest, limit, skip) as Cursor[];
    }
    const isHere = cursor?.uid.startsWith(`${uid}/`) === true;
    const isAhead = cursor !== null && (descending ? uid < cursor.uid : uid > cursor.uid);
    const elsewhere = ` AND "key" ${sign}${isAhead ? '=' : ''} ?`;
    const after = isHere ? ` AND ("key", "tail") ${sign} (?, unhex(?))` : elsewhere;
    const sql = `SELECT hex("tail") AS "uid", "key" AS "value" FROM "Ranking"
      WHERE "place" = ${given('integer')} AND "list" = ${given('integer')}${cursor === null ? '' : after}
      ORDER BY "key" ${direction}, "tail" ${direction} ${PART}`;
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
    const { table, column } = asked;
    const places = this.#placesOf(asked);
    const isRanked = places.length > 0 && column !== 'uid' && asked.parent === undefined;
    const { items, found } = isRanked ? this.#ranked(places, asked) : this.#found(asked);
    const [where, params] = conditionsOf(asked);
    const total = places.length > 0 ? totalOf(places, asked) : this.#count(table, where, params);
    const last = found.length > PAGE ? found[PAGE - 1] : undefined;
    const next = last === undefined ? null : { value: last.value, uid: last.uid };
    return { items: items.slice(0, PAGE), next, total };
  }

  #ranked(places: readonly Place[], asked: Asked): { items: string[]; found: Cursor[] } {
    const found = this.#merged(places, asked);
    const sql = `SELECT s."json" FROM json_each(?) AS v
      CROSS JOIN ${storedIn(asked.table)} AS s ON s."uid" = v."value"`;
    const uids = found.slice(0, PAGE).map(({ uid }) => uid);
    const rows = this.prepared(sql).all(JSON.stringify(uids)) as { json: string }[];
    return { items: rows.map(({ json }) => json), found };
  }

  #found(asked: Asked): { items: string[]; found: Cursor[] } {
    const { table, column, cursor, skip } = asked;
    const [where, params] = conditionsOf(asked);
    const [sign, direction] = asked.descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const after = cursor === null ? '' : ` AND (t."${column}", t."uid") ${sign} (?, ?)`;
    const sql = `SELECT p.*, s."json" FROM (
        SELECT t."uid", t."${column}" AS "value" FROM "${table}" AS t WHERE ${where}${after}
        ORDER BY t."${column}" ${direction}, t."uid" ${direction} ${PART}) AS p
      CROSS JOIN ${storedIn(table)} AS s ON s."uid" = p."uid"`;
    const from = cursor === null ? [] : [cursor.value, cursor.uid];
    const rows = this.prepared(sql).all(...params, ...from, PAGE + 1, skip) as Found[];
    return { items: rows.map(({ json }) => json), found: rows };
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
    parts.push(`t."parent" = ${given('text')}`);
    params.push(parent);
  }
  if (name !== undefined) {
    parts.push(`t."name" = ${given('text')}`);
    params.push(name);
  }
  return [parts.join(' AND '), params];
}

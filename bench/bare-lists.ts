/**
 * Lists on the same tables, as somebody would write them for these requests
 * alone: by a group's ranking where one group is asked for, else as SQLite likes.
 */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { listId, typeId } from '#lib/store/orders.ts';
import { TO_JSON } from './bare-json.ts';

/** Query parameters that the workloads have, already told apart. */
export interface Asked {
  table: string;
  /** Subtrees that the caller sees. */
  tops: readonly string[];
  below?: string | undefined;
  parent?: string | undefined;
  name?: string | undefined;
  column: string;
  descending: boolean;
  cursor: Cursor | null;
  skip: number;
}

const PAGE = 50;

interface Place {
  id: number;
  uid: string;
  below: number;
  here: number;
  ranked: number;
}

function tailOf(uid: string, group: string): string {
  return uid.slice(group.length).replaceAll('/', '');
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

  /** What is known of the one group that all lies in, where that is all that is asked. */
  #placeOf({ table, tops, below, parent, name, column }: Asked): Place | undefined {
    const [only, ...others] = tops;
    const uid = below ?? parent ?? (others.length === 0 ? only : undefined);
    const isWithin = tops.some((top) => uid === top || uid?.startsWith(`${top}/`) === true);
    if (name !== undefined || table === 'Group' || column === 'uid' || !isWithin) {
      return table === 'Group' && parent !== undefined && isWithin
        ? this.#find(uid, table)
        : undefined;
    }
    return this.#find(uid, table);
  }

  #find(uid: string | undefined, table: string): Place | undefined {
    const sql = `SELECT p."id", p."uid", y."below", y."here", y."ranked" FROM "Place" AS p
      JOIN "Tally" AS y ON y."place" = p."id" WHERE p."uid" = ? AND y."type" = ?`;
    const place = this.prepared(sql).get(uid, typeId(table as ResourceType)) as Place | undefined;
    return table === 'Group' && place !== undefined ? { ...place, ranked: 0 } : place;
  }

  /** The uids of a page by the group's ranking. */
  #ranked({ id, uid }: Place, { table, column, descending, cursor, skip }: Asked): string[] {
    const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const after = cursor === null ? '' : ` AND ("key", "tail") ${sign} (?, unhex(?))`;
    const sql = `SELECT hex("tail") FROM "Ranking" WHERE "place" = ? AND "list" = ?${after}
      ORDER BY "key" ${direction}, "tail" ${direction} LIMIT ? OFFSET ?`;
    const rest = cursor === null ? [] : [cursor.value, tailOf(cursor.uid, uid)];
    const list = listId(table as ResourceType, column);
    const tails = this.prepared(sql)
      .pluck()
      .all(id, list, ...rest, PAGE + 1, skip) as string[];
    return tails.map((tail) => uid + tail.toLowerCase().replace(/.{16}/g, '/$&'));
  }

  /** @returns the items, where the next page begins, and how many there are in all. */
  page(asked: Asked): { items: object[]; next: Cursor | null; total: number } {
    const { table, column, cursor } = asked;
    const [where, params] = conditionsOf(asked);
    const [sign, direction] = asked.descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const after = cursor === null ? '' : ` AND (t."${column}", t."uid") ${sign} (?, ?)`;
    const order = `ORDER BY t."${column}" ${direction}, t."uid" ${direction}`;
    const place = this.#placeOf(asked);
    const isRanked = place?.ranked === 1;
    const page = isRanked
      ? `SELECT t.* FROM json_each(?) AS v CROSS JOIN "${table}" AS t ON t."uid" = v."value"`
      : `SELECT t.* FROM "${table}" AS t WHERE ${where}${after} ${order} LIMIT ? OFFSET ?`;
    const sql = table === 'RoleBinding' ? `WITH page AS (${page}) ${BINDING} ${order}` : page;
    const values = isRanked
      ? [JSON.stringify(this.#ranked(place, asked))]
      : [...params, ...(cursor === null ? [] : [cursor.value, cursor.uid]), PAGE + 1, asked.skip];
    const rows = this.prepared(sql).all(...values) as Record<string, string | number>[];
    const count = () =>
      this.prepared(`SELECT count(*) AS n FROM "${table}" AS t WHERE ${where}`).get(...params);
    const total =
      (asked.parent === undefined ? place?.below : place?.here) ?? (count() as { n: number }).n;
    const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
    return {
      items: rows.slice(0, PAGE).map((row) => TO_JSON[table]?.(row as never) ?? {}),
      next: last === undefined ? null : { value: last[column] ?? '', uid: String(last['uid']) },
      total,
    };
  }
}

/** One of the subtrees, or what is asked for within them. */
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

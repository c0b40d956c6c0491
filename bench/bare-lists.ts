/** Lists on the same tables, as somebody would write them for these requests alone. */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
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

  /** @returns the items, where the next page begins, and how many there are in all. */
  page(asked: Asked): { items: object[]; next: Cursor | null; total: number } {
    const { table, column, cursor } = asked;
    const [where, params] = conditionsOf(asked);
    const [sign, direction] = asked.descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const after = cursor === null ? '' : ` AND (t."${column}", t."uid") ${sign} (?, ?)`;
    const order = `ORDER BY t."${column}" ${direction}, t."uid" ${direction}`;
    const page = `SELECT t.* FROM "${table}" AS t WHERE ${where}${after} ${order} LIMIT ? OFFSET ?`;
    const sql = table === 'RoleBinding' ? `WITH page AS (${page}) ${BINDING} ${order}` : page;
    const rows = this.prepared(sql).all(
      ...params,
      ...(cursor === null ? [] : [cursor.value, cursor.uid]),
      PAGE + 1,
      asked.skip,
    ) as Record<string, string | number>[];
    const count = this.prepared(`SELECT count(*) AS n FROM "${table}" AS t WHERE ${where}`);
    const { n: total } = count.get(...params) as { n: number };
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

/**
 * Lists from the same tables, written for these requests only: in the order of an index if the
 * groups hold much of a table, else by SQLite's own plan.
 */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { given } from '#lib/store/sql/values.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { PAGE } from './bare-http.ts';
import type { Asked, BarePage } from './bare-http.ts';
import { storedIn } from './stored-json.ts';

interface Counts {
  below: number;
  here: number;
}

/** Groups with more than this part of a table are listed by an index of the whole table. */
const MUCH = 1 / 64;

interface Found extends Cursor {
  json: string;
}

/** Parameters with types. Without them SQLite would look at the values and prepare the statement again. */
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

  /** The number of rows; null if the query does not restrict them to whole groups. */
  #countsOf({ table, tops, below, parent, name }: Asked): Counts | null {
    if (name !== undefined || (table === 'Group' && parent === undefined)) return null;
    const scope = below ?? parent;
    const isWithin = tops.some((top) => scope === top || scope?.startsWith(`${top}/`) === true);
    const inner = tops.filter((top) => scope === undefined || top.startsWith(`${scope}/`));
    const groups = scope !== undefined && isWithin ? [scope] : inner;
    const sql = `SELECT coalesce(sum(y."below"), 0) AS below, coalesce(sum(y."here"), 0) AS here
      FROM json_each(?) AS v JOIN "Tally" AS y ON y."group" = v."value"
      WHERE y."type" = ${given('integer')}`;
    return this.prepared(sql).get(JSON.stringify(groups), typeId(table as ResourceType)) as Counts;
  }

  #all(table: string): number {
    const sql = `SELECT "below" FROM "Tally" WHERE "group" = '' AND "type" = ${given('integer')}`;
    return (this.prepared(sql).get(typeId(table as ResourceType)) as { below: number }).below;
  }

  page(asked: Asked): BarePage {
    const { table, column, parent } = asked;
    const counts = this.#countsOf(asked);
    const isMuch =
      counts !== null && parent === undefined && counts.below > MUCH * this.#all(table);
    const found = this.#found(asked, isMuch && column !== 'uid');
    const [where, params] = conditionsOf(asked, '');
    const counted = parent === undefined ? counts?.below : counts?.here;
    const total = counted ?? this.#count(table, where, params);
    const last = found.length > PAGE ? found[PAGE - 1] : undefined;
    const next = last === undefined ? null : { value: last.value, uid: last.uid };
    return { items: found.slice(0, PAGE).map(({ json }) => json), next, total };
  }

  /** @param isWalked whether the index of the order is read instead of that of the uids. */
  #found(asked: Asked, isWalked: boolean): Found[] {
    const { table, column, cursor, skip } = asked;
    const [where, params] = conditionsOf(asked, isWalked ? '+' : '');
    const [sign, direction] = asked.descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const after = cursor === null ? '' : ` AND (t."${column}", t."uid") ${sign} (?, ?)`;
    const sql = `SELECT p.*, s."json" FROM (
        SELECT t."uid", t."${column}" AS "value" FROM "${table}" AS t WHERE ${where}${after}
        ORDER BY t."${column}" ${direction}, t."uid" ${direction} ${PART}) AS p
      CROSS JOIN ${storedIn(table)} AS s ON s."uid" = p."uid"`;
    const from = cursor === null ? [] : [cursor.value, cursor.uid];
    return this.prepared(sql).all(...params, ...from, PAGE + 1, skip) as Found[];
  }
}

/**
 * One of the subtrees, or the part of it that the query selects.
 *
 * @param sign `+` keeps SQLite from the index of the uids.
 */
function conditionsOf(
  { table, tops, below, parent, name }: Asked,
  sign: '' | '+',
): [string, (string | number)[]] {
  const scope = below ?? parent;
  const isWithin =
    scope !== undefined && tops.some((top) => scope === top || scope.startsWith(`${top}/`));
  const parts: string[] = [];
  const params: string[] = [];
  const range = (uid: string, withSelf: boolean) => {
    const { after, before } = belowRange(uid);
    params.push(withSelf ? uid : after, before);
    return `(${sign}t."uid" ${withSelf ? '>=' : '>'} ? AND ${sign}t."uid" < ?)`;
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

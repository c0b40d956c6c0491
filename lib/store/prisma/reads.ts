/** The reads of rows through Prisma Client: on its own, or within one of its transactions. */
import { belowRange } from '#lib/aip/uid.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf, TableName } from '#lib/resources/rows.ts';
import type { Found, Grant, Link, Order, Reads, Tally, WeekCount } from '#lib/store/handles.ts';
import { is, isIn } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { selectChainEnd } from '#lib/store/sql/chain.ts';
import { numbered } from '#lib/store/sql/dialect.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import type { Runner, Statement, Values } from '#lib/store/sql/plan.ts';
import { selectAll, selectOne, selectUids } from '#lib/store/sql/select.ts';
import { tallyOf } from '#lib/store/sql/tallies.ts';
import { toCondition } from '#lib/store/sql/where.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { modelOf } from './client.ts';
import type { Handle, Model } from './client.ts';
import { foundRow, includedIn } from './values.ts';
import { isSpoken, toWhere } from './where.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const BY_WEEK = `SELECT CAST(("createTime" - CAST(? AS bigint)) / ${WEEK_MS} AS INTEGER) AS week,
    "severity", count(*) AS "count"
  FROM "Advisory" WHERE "createTime" >= ? AND "createTime" < ? AND "uid" > ? AND "uid" < ?
  GROUP BY week, "severity"`;

/** Where reads go. */
export interface Source {
  dialect: Dialect;
  /** Runs one call. Rejects as the caller should see it. */
  ask<T>(call: (handle: Handle) => PromiseLike<T>): Promise<T>;
  /** Runs statements for rows that are asked for by their keys, where that takes less than Prisma. */
  runner: Runner | null;
}

export class PrismaReads implements Reads {
  readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  async get<Type extends ResourceType>(type: Type, uid: string): Promise<RowOf<Type> | null> {
    const { runner } = this.source;
    if (runner !== null) return runner.run(() => selectOne(type, uid));
    const query = { where: { uid }, include: includedIn(type) };
    const row = await this.source.ask((handle) => modelOf(handle, type).findUnique(query));
    return row && foundRow(this.source.dialect, type, row);
  }

  async getAll<Type extends ResourceType>(
    type: Type,
    uids: readonly string[],
  ): Promise<RowOf<Type>[]> {
    if (uids.length === 0) return [];
    const { dialect, runner } = this.source;
    if (runner !== null) return runner.run(() => selectAll(dialect, type, uids));
    const byUid = new Map<unknown, RowOf<Type>>();
    for (const row of await this.#many(type, isIn('uid', uids)))
      byUid.set(Reflect.get(row, 'uid'), row);
    return uids.flatMap((uid) => byUid.get(uid) ?? []);
  }

  find<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    { order, limit }: Found<ColumnOf<Table>> = {},
  ): Promise<RowOf<Table>[]> {
    return this.#many(table, where, {
      ...(order !== undefined && { orderBy: orderedBy(table, order) }),
      ...(limit !== undefined && { take: limit }),
    });
  }

  async first<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<RowOf<Table> | null> {
    const [row] = await this.#many(table, where, { take: 1 });
    return row ?? null;
  }

  async count<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    distinct?: ColumnOf<Table>,
  ): Promise<number> {
    if (distinct === undefined && isSpoken(where)) {
      return this.asked(table, where, (model, condition) => model.count({ where: condition }));
    }
    const { sql, params } = toCondition(this.source.dialect, table, where);
    const counted = distinct === undefined ? '*' : `DISTINCT t."${distinct}"`;
    const text = `SELECT count(${counted}) AS n FROM "${table}" AS t WHERE ${sql}`;
    const [row] = await this.rows({ sql: text, params });
    return Number(row?.['n']);
  }

  async uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
  ): Promise<string[]> {
    const { dialect, runner } = this.source;
    if (runner !== null) return runner.run(() => selectUids(dialect, type, where, column));
    const query = {
      select: { uid: true },
      orderBy: orderedBy(type, { column, descending: false }),
    };
    const rows = await this.asked(type, where, (model, condition) =>
      model.findMany({ ...query, where: condition }),
    );
    return rows.map(({ uid }) => String(uid));
  }

  async tally(type: ResourceType, uid: string): Promise<Tally | null> {
    const { runner } = this.source;
    if (runner !== null) return runner.run(() => tallyOf(type, uid));
    const key = { where: { group_type: { group: uid, type: typeId(type) } } };
    const tally = await this.source.ask((handle) => handle.tally.findUnique(key));
    if (tally !== null) return { here: Number(tally['here']), below: Number(tally['below']) };
    return (await this.count('Group', is('uid', uid))) === 0 ? null : { here: 0, below: 0 };
  }

  async grants(identities: readonly string[]): Promise<Grant[]> {
    const rows = await this.source.ask((handle) =>
      handle.roleBinding.findMany({
        where: { identityUid: { in: [...identities] }, unconfirmedTime: null },
        select: { parent: true, role: { select: { capabilities: true } } },
      }),
    );
    return rows.map(({ parent, role }) => ({
      group: String(parent),
      capabilities: (role as { capabilities: Capability[] }).capabilities,
    }));
  }

  async advisoriesByWeek(group: string, start: number, end: number): Promise<WeekCount[]> {
    const { after, before } = belowRange(group);
    const rows = await this.rows({ sql: BY_WEEK, params: [start, start, end, after, before] });
    return rows.map(({ week, severity, count }) => ({
      week: Number(week),
      severity: Number(severity),
      count: Number(count),
    }));
  }

  async chainEnd(chain: string): Promise<Link | null> {
    const { runner } = this.source;
    if (runner !== null) return runner.run(() => selectChainEnd(chain));
    const row = await this.source.ask((handle) =>
      handle.auditEvent.findFirst({
        where: { chain, sequence: { not: null } },
        orderBy: { sequence: 'desc' },
        select: { sequence: true, hash: true },
      }),
    );
    return row && { sequence: Number(row['sequence']), hash: String(row['hash']) };
  }

  /** The rows of one statement, with a question mark for each parameter. */
  protected async rows({ sql, params }: Pick<Statement, 'sql' | 'params'>): Promise<Values[]> {
    const text = numbered(this.source.dialect, sql);
    return (await this.source.ask((handle) => handle.$queryRawUnsafe(text, ...params))) as Values[];
  }

  /** A call of a table's operations with the condition of a predicate. */
  protected async asked<T>(
    table: TableName,
    where: Predicate,
    call: (model: Model, condition: object) => PromiseLike<T>,
  ): Promise<T> {
    const { dialect } = this.source;
    const said = isSpoken(where) ? where : isIn('uid', await this.#uidsOf(table, where));
    return this.source.ask((handle) => {
      const model = modelOf(handle, table);
      return call(model, toWhere({ dialect, table, model }, said));
    });
  }

  /** Those of the rows, where only SQL can say which. */
  async #uidsOf(table: TableName, where: Predicate): Promise<string[]> {
    const { sql, params } = toCondition(this.source.dialect, table, where);
    const rows = await this.rows({
      sql: `SELECT t."uid" FROM "${table}" AS t WHERE ${sql}`,
      params,
    });
    return rows.map(({ uid }) => String(uid));
  }

  async #many<Table extends TableName>(
    table: Table,
    where: Predicate,
    query: object = {},
  ): Promise<RowOf<Table>[]> {
    const include = includedIn(table);
    const rows = await this.asked(table, where, (model, condition) =>
      model.findMany({ where: condition, include, ...query }),
    );
    return rows.map((row) => foundRow(this.source.dialect, table, row));
  }
}

function orderedBy(table: TableName, { column, descending }: Order): object[] {
  const direction = descending ? 'desc' : 'asc';
  const hasTies = column !== 'uid' && 'uid' in COLUMNS[table];
  return [{ [column]: direction }, ...(hasTies ? [{ uid: direction }] : [])];
}

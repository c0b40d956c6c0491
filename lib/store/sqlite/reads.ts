/** The reads that the engine offers, on whichever connection a call is to use. */
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf, TableName } from '#lib/resources/rows.ts';
import type { Found, Grant, Page, PageQuery, Reads, Tally, WeekCount } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { tallyOf } from './areas.ts';
import type { Connection } from './connection.ts';
import { readPage, readPageRows } from './page.ts';
import {
  selectAll,
  selectCount,
  selectOne,
  selectPage,
  selectUids,
  selectWhere,
} from './select.ts';

/** SQLite's value for no limit. */
const NO_LIMIT = -1;
const FROM_THE_START: { cursor: Cursor | null; skip: number } = { cursor: null, skip: 0 };

const GRANTS = `SELECT b."parent" AS "group", r."capabilities" AS capabilities
  FROM json_each(?) AS i
  JOIN "RoleBinding" AS b ON b."identityUid" = i.value
  JOIN "Role" AS r ON r."uid" = b."roleUid"`;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const BY_WEEK = `SELECT CAST(("createTime" - ?) / ${WEEK_MS} AS INTEGER) AS week, "severity",
    count(*) AS "count"
  FROM "Advisory" WHERE "createTime" >= ? AND "createTime" < ? AND "uid" > ? AND "uid" < ?
  GROUP BY week, "severity"`;

export class SqliteReads implements Reads {
  readonly #connection: () => Connection;

  /** @param connection requested for each call, which finishes before another one starts. */
  constructor(connection: () => Connection) {
    this.#connection = connection;
  }

  async get<Type extends ResourceType>(type: Type, uid: string): Promise<RowOf<Type> | null> {
    return selectOne(this.#connection(), type, uid);
  }

  async getAll<Type extends ResourceType>(
    type: Type,
    uids: readonly string[],
  ): Promise<RowOf<Type>[]> {
    return selectAll(this.#connection(), type, uids);
  }

  async find<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    { order, limit }: Found<ColumnOf<Table>> = {},
  ): Promise<RowOf<Table>[]> {
    const connection = this.#connection();
    if (order === undefined) return selectWhere(connection, table, where, limit);
    const rest = { ...FROM_THE_START, limit: limit ?? NO_LIMIT };
    return selectPage(connection, table, { where, order, ...rest });
  }

  async first<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<RowOf<Table> | null> {
    return selectWhere(this.#connection(), table, where, 1)[0] ?? null;
  }

  async count<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    distinct?: ColumnOf<Table>,
  ): Promise<number> {
    return selectCount(this.#connection(), table, where, distinct);
  }

  async uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
  ): Promise<string[]> {
    return selectUids(this.#connection(), type, where, column);
  }

  async page<Type extends ResourceType>(type: Type, query: PageQuery): Promise<Page<RowOf<Type>>> {
    const connection = this.#connection();
    return connection.atOnce(() => readPage(connection, type, query));
  }

  async pageRows<Type extends ResourceType>(type: Type, query: PageQuery): Promise<RowOf<Type>[]> {
    const connection = this.#connection();
    return connection.atOnce(() => readPageRows(connection, type, query));
  }

  async tally(type: ResourceType, uid: string): Promise<Tally | null> {
    return tallyOf(this.#connection(), type, uid);
  }

  async grants(identities: readonly string[]): Promise<Grant[]> {
    const rows = this.#connection().prepared(GRANTS).all(JSON.stringify(identities));
    return (rows as { group: string; capabilities: string }[]).map(({ group, capabilities }) => ({
      group,
      capabilities: JSON.parse(capabilities) as Capability[],
    }));
  }

  async advisoriesByWeek(group: string, start: number, end: number): Promise<WeekCount[]> {
    const { after, before } = belowRange(group);
    const params = [start, start, end, after, before];
    return this.#connection()
      .prepared(BY_WEEK)
      .all(...params) as WeekCount[];
  }
}

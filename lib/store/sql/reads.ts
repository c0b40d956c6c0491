/** The reads that an engine offers, as plans. */
import { belowRange } from '#lib/aip/uid.ts';
import type { Cursor } from '#lib/aip/page-token.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf, TableName } from '#lib/resources/rows.ts';
import type {
  Found,
  Grant,
  KeyLimits,
  Link,
  Page,
  PageQuery,
  Reads,
  Tally,
  WeekCount,
} from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { selectChainEnd, selectChains } from './chain.ts';
import type { Dialect } from './dialect.ts';
import { readPage, readPageRows } from './page.ts';
import { rowsOf } from './plan.ts';
import type { Plan, Runner } from './plan.ts';
import {
  selectAll,
  selectCount,
  selectOne,
  selectPage,
  selectUids,
  selectWhere,
} from './select.ts';
import { tallyOf } from './tallies.ts';

const FROM_THE_START: { cursor: Cursor | null; skip: number } = { cursor: null, skip: 0 };

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const BY_WEEK = `SELECT CAST(("createTime" - ?) / ${WEEK_MS} AS INTEGER) AS week, "severity",
    count(*) AS "count"
  FROM "Advisory" WHERE "createTime" >= ? AND "createTime" < ? AND "uid" > ? AND "uid" < ?
  GROUP BY week, "severity"`;

export class SqlReads implements Reads {
  readonly dialect: Dialect;
  readonly runner: Runner;

  constructor(dialect: Dialect, runner: Runner) {
    this.dialect = dialect;
    this.runner = runner;
  }

  get<Type extends ResourceType>(type: Type, uid: string): Promise<RowOf<Type> | null> {
    return this.runner.run(() => selectOne(type, uid));
  }

  getAll<Type extends ResourceType>(type: Type, uids: readonly string[]): Promise<RowOf<Type>[]> {
    return this.runner.run(() => selectAll(this.dialect, type, uids));
  }

  find<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    { order, limit }: Found<ColumnOf<Table>> = {},
  ): Promise<RowOf<Table>[]> {
    return this.runner.run(() =>
      order === undefined
        ? selectWhere(this.dialect, table, where, limit)
        : selectPage(this.dialect, table, {
            where,
            order,
            ...FROM_THE_START,
            limit: limit ?? null,
          }),
    );
  }

  async first<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<RowOf<Table> | null> {
    const [row] = await this.runner.run(() => selectWhere(this.dialect, table, where, 1));
    return row ?? null;
  }

  count<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    distinct?: ColumnOf<Table>,
  ): Promise<number> {
    return this.runner.run(() => selectCount(this.dialect, table, where, distinct));
  }

  uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
  ): Promise<string[]> {
    return this.runner.run(() => selectUids(this.dialect, type, where, column));
  }

  page<Type extends ResourceType>(type: Type, query: PageQuery): Promise<Page<RowOf<Type>>> {
    return this.runner.runAtOnce(() => readPage(this.dialect, type, query));
  }

  pageRows<Type extends ResourceType>(type: Type, query: PageQuery): Promise<RowOf<Type>[]> {
    return this.runner.runAtOnce(() => readPageRows(this.dialect, type, query));
  }

  tally(type: ResourceType, uid: string): Promise<Tally | null> {
    return this.runner.run(() => tallyOf(type, uid));
  }

  grants(identities: readonly string[], limits?: KeyLimits): Promise<Grant[]> {
    return this.runner.run(() => selectGrants(this.dialect, identities, limits));
  }

  advisoriesByWeek(group: string, start: number, end: number): Promise<WeekCount[]> {
    const { after, before } = belowRange(group);
    const params = [start, start, end, after, before];
    return this.runner.run(function* weeks() {
      return [...(yield* rowsOf<WeekCount>(BY_WEEK, params))];
    });
  }

  chainEnd(chain: string): Promise<Link | null> {
    return this.runner.run(() => selectChainEnd(chain));
  }

  chains(): Promise<string[]> {
    return this.runner.run(selectChains);
  }
}

/** The part of the condition that leaves out what is not for a key. */
function forKey(limits?: KeyLimits): { sql: string; params: (string | number)[] } {
  if (limits === undefined) return { sql: '', params: [] };
  const [made, { home }] = [limits.made.getTime(), limits];
  const chosen = ` AND (b."providerUid" IS NULL AND b."byItself" IS NULL OR b."createTime" < ?)`;
  if (home === null) return { sql: chosen, params: [made] };
  const isHere = ` AND (substr(b."parent", 1, ?) = ? OR b."createTime" >= ?)`;
  return { sql: chosen + isHere, params: [made, home.length, home, made] };
}

function* selectGrants(
  dialect: Dialect,
  identities: readonly string[],
  limits?: KeyLimits,
): Plan<Grant[]> {
  const { sql, params } = forKey(limits);
  const rows = yield* rowsOf<{ group: string; capabilities: string }>(
    `SELECT b."parent" AS "group", r."capabilities" AS capabilities
     FROM ${dialect.listSource('i', 'text')}
     JOIN "RoleBinding" AS b ON b."identityUid" = i."value"
     JOIN "Role" AS r ON r."uid" = b."roleUid"
     WHERE b."unconfirmedTime" IS NULL${sql}`,
    [dialect.list(identities), ...params],
  );
  return rows.map(({ group, capabilities }) => ({
    group,
    capabilities: JSON.parse(capabilities) as Capability[],
  }));
}

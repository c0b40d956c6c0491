/**
 * The reads of rows. Gets, what access follows from and kept counts are statements on the same
 * connection; Prisma Client needs five to ten times as long for them, and does the others.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf, TableName } from '#lib/resources/rows.ts';
import type {
  Found,
  Grant,
  KeyLimits,
  Link,
  Order,
  Reads,
  Tally,
  WeekCount,
} from '#lib/store/handles.ts';
import { isIn } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { selectChainEnd } from '#lib/store/sql/chain.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import { selectGrants } from '#lib/store/sql/grants.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import type { Run } from '#lib/store/sql/plan.ts';
import { selectAll, selectCount, selectOne, selectUids } from '#lib/store/sql/select.ts';
import { tallyOf } from '#lib/store/sql/tallies.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';
import { modelOf } from './client.ts';
import type { Handle, Model } from './client.ts';
import { foundRow, includedIn } from './values.ts';
import { isSpoken, toWhere } from './where.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const BY_WEEK = `SELECT CAST(("createTime" - ?) / ${WEEK_MS} AS INTEGER) AS week,
    "severity", count(*) AS "count"
  FROM "Advisory" WHERE "createTime" >= ? AND "createTime" < ? AND "uid" > ? AND "uid" < ?
  GROUP BY week, "severity"`;

/** Where reads go. */
export interface Source {
  dialect: Dialect;
  /** Runs one call. Rejects as the caller should see it. */
  ask<T>(call: (handle: Handle) => PromiseLike<T>): Promise<T>;
  /** Runs statements. */
  run: Run;
}

export class PrismaReads implements Reads {
  readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  get<Type extends ResourceType>(type: Type, uid: string): Promise<RowOf<Type> | null> {
    return this.source.run(() => selectOne(type, uid));
  }

  getAll<Type extends ResourceType>(type: Type, uids: readonly string[]): Promise<RowOf<Type>[]> {
    const { dialect, run } = this.source;
    return run(() => selectAll(dialect, type, uids));
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
    const { dialect, run } = this.source;
    return run(() => selectCount(dialect, table, where, { distinct }));
  }

  uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
  ): Promise<string[]> {
    const { dialect, run } = this.source;
    return run(() => selectUids(dialect, type, where, column));
  }

  tally(type: ResourceType, uid: string): Promise<Tally | null> {
    return this.source.run(() => tallyOf(type, uid));
  }

  grants(identities: readonly string[], limits?: KeyLimits): Promise<Grant[]> {
    const { dialect, run } = this.source;
    return run(() => selectGrants(dialect, identities, limits));
  }

  advisoriesByWeek(group: string, start: number, end: number): Promise<WeekCount[]> {
    const { after, before } = belowRange(group);
    const params = [start, start, end, after, before];
    return this.source.run(function* weeks() {
      return (yield* rowsOf(BY_WEEK, params)).map(({ week, severity, count }) => ({
        week: Number(week),
        severity: Number(severity),
        count: Number(count),
      }));
    });
  }

  chainEnd(chain: string): Promise<Link | null> {
    return this.source.run(() => selectChainEnd(chain));
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
  #uidsOf(table: TableName, where: Predicate): Promise<string[]> {
    const { dialect, run } = this.source;
    return run(() => selectUids(dialect, table, where, 'uid'));
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
    // Prisma reads joined rows afterwards. A row whose identity, group or role is gone is gone, too.
    const whole = rows.filter((row) => joinsOf(table).every(({ as }) => row[as] !== null));
    return whole.map((row) => foundRow(this.source.dialect, table, row));
  }
}

function orderedBy(table: TableName, { column, descending }: Order): object[] {
  const direction = descending ? 'desc' : 'asc';
  const hasTies = column !== 'uid' && 'uid' in COLUMNS[table];
  return [{ [column]: direction }, ...(hasTies ? [{ uid: direction }] : [])];
}

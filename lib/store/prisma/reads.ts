/**
 * The reads of rows. Gets, what access follows from and kept counts are statements on the same
 * connection; Prisma Client needs five to ten times as long for them, and does the others.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import type { Order, Reads } from '#lib/store/handles.ts';
import { isIn, type Predicate } from '#lib/store/predicates.ts';
import { selectChainEnd } from '#lib/store/sql/chain.ts';
import { numbered, type Dialect } from '#lib/store/sql/dialect.ts';
import { selectGrants } from '#lib/store/sql/grants.ts';
import type { Part, Run, Values } from '#lib/store/sql/plan.ts';
import { selectAll, selectCount, selectOne, selectUids } from '#lib/store/sql/select.ts';
import { tallyOf } from '#lib/store/sql/tallies.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';
import { modelOf, type Handle, type Model } from './client.ts';
import { foundRow, includedIn } from './values.ts';
import { isSpoken, toWhere } from './where.ts';

/** Where reads go. */
export interface Source {
  dialect: Dialect;
  /** Runs one call. Rejects as the caller should see it. */
  ask<T>(call: (handle: Handle) => PromiseLike<T>): Promise<T>;
  run: Run;
}

/** A call of a table's operations with the condition of a predicate. */
export async function asked<T>(
  { dialect, ask, run }: Source,
  { table, where }: { table: TableName; where: Predicate },
  call: (model: Model, condition: object) => PromiseLike<T>,
): Promise<T> {
  // Where only SQL can say which rows, their uids are looked up first.
  const said = isSpoken(where)
    ? where
    : isIn('uid', await run(() => selectUids(dialect, table, where, 'uid')));
  return ask((handle) => {
    const model = modelOf(handle, table);
    return call(model, toWhere({ dialect, table, model }, said));
  });
}

/** Runs statements whose rows nobody reads. */
export async function execute({ dialect, ask }: Source, ...parts: readonly Part[]): Promise<void> {
  for (const { sql, params } of parts) {
    const text = numbered(dialect, sql);
    await ask((handle) => handle.$executeRawUnsafe(text, ...params));
  }
}

async function findMany<Table extends TableName>(
  source: Source,
  { table, where }: { table: Table; where: Predicate },
  query: { orderBy?: object[]; take?: number },
): Promise<RowOf<Table>[]> {
  const include = includedIn(table);
  const read = () =>
    asked(source, { table, where }, (model, condition) =>
      model.findMany({ where: condition, include, ...query }),
    );
  // Prisma reads joined rows afterwards. A row whose identity, group or role is gone is gone, too.
  const isWhole = (row: Values) => joinsOf(table).every(({ as }) => row[as] !== null);
  let rows = await read();
  // Such a row has taken the place of another one.
  if (query.take !== undefined && !rows.every(isWhole)) rows = await read();
  return rows.filter(isWhole).map((row) => foundRow(source.dialect, table, row));
}

/** The reads of the store over one source: the database, a snapshot or a transaction. */
export function readsFrom(source: Source): Reads {
  const { dialect, run } = source;
  return {
    get: (type, uid) => run(() => selectOne(type, uid)),
    getAll: (type, uids) => run(() => selectAll(dialect, type, uids)),
    find: (table, where, { order, limit } = {}) =>
      findMany(
        source,
        { table, where },
        {
          ...(order !== undefined && { orderBy: orderedBy(table, order) }),
          ...(limit !== undefined && { take: limit }),
        },
      ),
    first: async (table, where) =>
      (await findMany(source, { table, where }, { take: 1 }))[0] ?? null,
    count: (table, where) =>
      isSpoken(where)
        ? asked(source, { table, where }, (model, condition) => model.count({ where: condition }))
        : run(() => selectCount(dialect, table, where)),
    uids: (type, where, column) => run(() => selectUids(dialect, type, where, column)),
    tally: (type, uid) => run(() => tallyOf(type, uid)),
    grants: (identities, limits) => run(() => selectGrants(dialect, identities, limits)),
    chainEnd: (chain) => run(() => selectChainEnd(chain)),
  };
}

function orderedBy(table: TableName, { column, descending }: Order): object[] {
  const direction = descending ? 'desc' : 'asc';
  const hasTies = column !== 'uid' && 'uid' in COLUMNS[table];
  return [{ [column]: direction }, ...(hasTies ? [{ uid: direction }] : [])];
}

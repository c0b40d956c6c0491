/** The one connection of Prisma Client, which writes. */
import type {
  ColumnTypeEnum,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlResultSet,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { numbered, type Dialect } from '#lib/store/sql/dialect.ts';
import { follow, type Run, type Values } from '#lib/store/sql/plan.ts';

export interface WritingConnection {
  adapter: SqlDriverAdapterFactory;
  /** Reads within the transaction that has begun, past Prisma. */
  run: Run;
  close(): Promise<void>;
}

/** @param begin begins a transaction that nobody writes beside. */
export function connectionOf(
  dialect: Dialect,
  writing: SqlDriverAdapter,
  begin: () => Promise<Transaction>,
): WritingConnection {
  let begun: Transaction | null = null;
  const named = { provider: writing.provider, adapterName: 'grove' };
  const connected: SqlDriverAdapter = {
    ...named,
    queryRaw: (query) => writing.queryRaw(query),
    executeRaw: (query) => writing.executeRaw(query),
    executeScript: (script) => writing.executeScript(script),
    getConnectionInfo: () => ({ maxBindValues: MAX_PARAMETERS, supportsRelationJoins: false }),
    startTransaction: async () => (begun = await begin()),
    // Prisma would call it only if somebody had asked for something.
    dispose: () => Promise.resolve(),
  };
  return {
    adapter: { ...named, connect: () => Promise.resolve(connected) },
    run: (plan) =>
      follow(plan(), async ({ sql, params }) => {
        if (begun === null) throw new Error('no transaction has begun');
        const argTypes = params.map(() => ANY);
        return rowsOf(
          await begun.queryRaw({ sql: numbered(dialect, sql), args: [...params], argTypes }),
        );
      }),
    close: () => writing.dispose(),
  };
}

/** Of a statement, in both databases. */
const MAX_PARAMETERS = 32_766;

const ANY = { scalarType: 'unknown', arity: 'scalar' } as const;
const INT64: (typeof ColumnTypeEnum)['Int64'] = 1;

function rowsOf({ columnNames, columnTypes, rows }: SqlResultSet): Values[] {
  // PostgreSQL gives 64-bit numbers as texts.
  const valueOf = (value: unknown, index: number) =>
    columnTypes[index] === INT64 && value !== null ? Number(value) : value;
  return rows.map((row) =>
    Object.fromEntries(columnNames.map((name, index) => [name, valueOf(row[index], index)])),
  );
}

/**
 * A transaction on a connection that others use afterwards. Later statements of a call stay out of
 * the next one on it, and nothing is committed of one with a statement that failed.
 */
export function guarded(
  connection: Omit<SqlDriverAdapter, 'dispose' | 'executeScript' | 'startTransaction'>,
  end: Pick<Transaction, 'commit' | 'rollback'>,
): Transaction {
  let isOver = false;
  let hasFailed = false;
  const run = async <T>(statement: () => Promise<T>): Promise<T> => {
    if (isOver) throw new Error('the transaction is over');
    try {
      return await statement();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const rollback = () => {
    isOver = true;
    return end.rollback();
  };
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    // Prisma leaves the statements that end it to this.
    options: { usePhantomQuery: true },
    queryRaw: (query) => run(() => connection.queryRaw(query)),
    executeRaw: (query) => run(() => connection.executeRaw(query)),
    rollback,
    async commit() {
      if (hasFailed) {
        await rollback();
        throw new Error('a statement has failed before');
      }
      isOver = true;
      await end.commit();
    },
  };
}

export const plain = (sql: string) => ({ sql, args: [], argTypes: [] });

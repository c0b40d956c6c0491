import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { WriterLimits } from '#lib/settings/pace.ts';
import { causeOf, codeOf } from '#lib/store/prisma/errors.ts';
import { execute, type Source } from '#lib/store/prisma/reads.ts';
import { transaction, type Store } from '#lib/store/prisma/writing.ts';
import type { Migration } from '#lib/store/sql/migrations.ts';

/** One of the two databases of a copy, as its engine offers it. */
export interface Side {
  /** The file, or the host and the database: without secrets. */
  readonly place: string;
  readonly store: Store;
  /** Selects the "name" of each table, whoever made it. */
  readonly tables: string;
  /** Those of this version, oldest first. */
  readonly migrations: readonly Migration[];
  /** Makes the tables of this version, and what triggers derive. */
  migrate(): void | Promise<void>;
  close(): Promise<void>;
}

const LONGEST_MS = 7 * 24 * 3_600_000;

/** The transaction of one side waits while all rows of the other one are read. */
export const limits = (): WriterLimits => ({ ...config().pace.writerLimits, held: LONGEST_MS });

/** Whatever the address or the server says. */
const UNHURRIED = { sql: 'SET LOCAL statement_timeout = 0', params: [] };

/** Commits all that `work` does, or nothing. Nobody else writes meanwhile. */
export async function writing<T>(
  { place, store }: Side,
  work: (rows: Source) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(store, async (_, rows) => {
      if (store.dialect.isRemote) await execute(rows, UNHURRIED);
      return work(rows);
    });
  } catch (error) {
    if (!(error instanceof Error) || (error.name !== 'ApiError' && codeOf(error) === ''))
      throw error;
    throw new OperatorError(`${place}: ${causeOf(error)?.originalMessage ?? error.message}`);
  }
}

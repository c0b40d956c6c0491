import { OperatorError } from '#lib/operator-error.ts';
import { causeOf, codeOf } from '#lib/store/prisma/errors.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
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

/** Commits all that `work` does, or nothing. Nobody else writes meanwhile. */
export async function writing<T>(
  { place, store }: Side,
  work: (rows: Source) => Promise<T>,
): Promise<T> {
  const limits = { ...store.limits, held: LONGEST_MS };
  try {
    return await transaction({ ...store, limits }, (_, rows) => work(rows));
  } catch (error) {
    if (!(error instanceof Error) || (error.name !== 'ApiError' && codeOf(error) === ''))
      throw error;
    throw new OperatorError(`${place}: ${causeOf(error)?.originalMessage ?? error.message}`);
  }
}

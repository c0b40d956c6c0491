/** The two databases of a copy. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { isServer, readDatabaseFile } from '#lib/settings/database.ts';
import { open } from '#lib/store/postgres/database.ts';
import { migrate, migrations } from '#lib/store/postgres/migrate.ts';
import { readSettings } from '#lib/store/postgres/settings.ts';
import { causeOf, codeOf } from '#lib/store/prisma/errors.ts';
import { execute, type Source } from '#lib/store/prisma/reads.ts';
import { transaction } from '#lib/store/prisma/writing.ts';
import { openStore, prepare } from '#lib/store/sqlite/database.ts';
import { explained, openForMigrations, readMigrations } from '#lib/store/sqlite/migrate.ts';

const LONGEST_MS = 7 * 24 * 3_600_000;

/** The transaction of one side waits while all rows of the other one are read. */
const limits = () => ({ ...config().pace.writerLimits, held: LONGEST_MS });

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

type Name = '--from' | '--to';

/**
 * Changes nothing in a file that there is, which may be another program's.
 *
 * @param address `postgresql://…` or `file:…`, as in DATABASE_URL.
 * @throws OperatorError if it cannot be used.
 */
export const openSide = (address: string, name: Name): Promise<Side> =>
  isServer(address) ? openServer(address, name) : openFile(address, name);

/** One of the two databases of a copy, as its engine opens it. */
export type Side = Awaited<ReturnType<typeof openServer>>;

const SERVER_TABLES = `SELECT c.relname::text AS "name" FROM pg_class AS c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`;

async function openServer(address: string, name: Name) {
  const { place } = readSettings(address, name);
  const { store, close } = open(address, name, limits());
  return {
    /** The file, or the host and the database: without secrets. */
    place,
    store: await store,
    /** Selects the "name" of each table, whoever made it. */
    tables: SERVER_TABLES,
    /** Those of this version, oldest first. */
    migrations: migrations(),
    /** Makes the tables of this version, and what triggers derive. */
    migrate: () => migrate(address),
    close,
  };
}

const FILE_TABLES = `SELECT "name" FROM sqlite_schema
  WHERE "type" = 'table' AND "name" NOT GLOB 'sqlite_*'`;

async function openFile(address: string, name: Name): Promise<Side> {
  const place = resolve(readDatabaseFile(address, process.cwd(), '', name));
  if (!existsSync(place)) {
    if (name === '--from') throw new OperatorError(`there is no file ${place}`);
    openForMigrations(place).close();
  }
  const store = await openStore(place, limits()).catch((error: unknown) => {
    throw explained(error, place);
  });
  return {
    place,
    store,
    tables: FILE_TABLES,
    migrations: readMigrations(),
    migrate: async () => prepare(place),
    close: () => store.close(),
  };
}

/** A SQLite file as one side of a copy. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import { readDatabaseFile } from '#lib/settings/database.ts';
import { limits, type Side } from '#lib/store/copy/side.ts';
import { openStore, prepare } from './database.ts';
import { explained, openForMigrations, readMigrations } from './migrate.ts';

const TABLES = `SELECT "name" FROM sqlite_schema
  WHERE "type" = 'table' AND "name" NOT GLOB 'sqlite_*'`;

/**
 * Changes nothing in a file that there is, which may be another program's.
 *
 * @throws OperatorError if the file cannot be used.
 */
export async function openFile(address: string, name: '--from' | '--to'): Promise<Side> {
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
    tables: TABLES,
    migrations: readMigrations(),
    migrate: () => prepare(place),
    close: () => store.client.close(),
  };
}

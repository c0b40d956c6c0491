/** A PostgreSQL database as one side of a copy. */
import { limits, type Side } from '#lib/store/copy/side.ts';
import { open } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import { readSettings } from './settings.ts';

const TABLES = `SELECT c.relname::text AS "name" FROM pg_class AS c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`;

/** @throws OperatorError if the address cannot be used. */
export async function openServer(address: string, name: string): Promise<Side> {
  const { place } = readSettings(address, name);
  const { store, close } = open(address, name, limits());
  return {
    place,
    store: await store,
    tables: TABLES,
    migrations: migrations(),
    migrate: () => migrate(address),
    close,
  };
}

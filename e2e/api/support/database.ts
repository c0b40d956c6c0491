/** The database of the process under test. */
import { config } from '#lib/config.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { openDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const opened = new Map<string, TestDatabase>();

function database(): TestDatabase {
  const { databaseFile, databaseUrl } = config();
  const address = databaseUrl ?? databaseFile;
  const known = opened.get(address) ?? openDatabase(address);
  opened.set(address, known);
  return known;
}

/** Closes the connections that the tests of a file used to inspect databases. */
export async function closeInspected(): Promise<void> {
  for (const one of opened.values()) await one.close();
  opened.clear();
}

/** Runs one statement, with a question mark for each parameter. @returns its rows. */
export function query<Row = Record<string, unknown>>(
  sql: string,
  ...params: readonly unknown[]
): Promise<Row[]> {
  return database().query<Row>(sql, ...params);
}

export const rowsIn = <Table extends TableName>(table: Table) => database().rowsIn(table);

/** Runs `work` while Grove sees another writer. */
export async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const unlock = await database().lockWriters();
  try {
    return await work();
  } finally {
    await unlock();
  }
}

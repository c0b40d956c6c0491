/** Creates the data sets: the same rows for the same size, inserted directly into the tables. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import { migrate } from '#lib/store/sqlite/migrate.ts';
import { seedBuiltInRoles } from '#lib/store/sql/derived.ts';
import { Connection } from '#lib/store/sqlite/connection.ts';
import { dialect } from '#lib/store/sqlite/dialect.ts';
import { writeRows } from './rows.ts';
import type { Landmarks, Size } from './sizes.ts';

export const SIZES: Readonly<Record<string, Size>> = {
  small: { name: 'small', groups: 1_000, repos: 10_000, advisories: 100_000, identities: 3_000 },
  large: {
    name: 'large',
    groups: 100_000,
    repos: 100_000,
    advisories: 1_000_000,
    identities: 30_000,
  },
};

/** Increase it when the same size must give other rows. */
const VERSION = 3;

const FOLDER = join(import.meta.dirname, '.data');

/** The folder of the data set. Creates it if it is missing or if other code made it. */
export function dataSet(size: Size): { folder: string; landmarks: Landmarks } {
  const folder = join(FOLDER, size.name);
  const stamp = join(folder, 'landmarks.json');
  const version = versionOf(size);
  if (existsSync(stamp)) {
    const known = JSON.parse(readFileSync(stamp, 'utf8')) as {
      version: string;
      landmarks: Landmarks;
    };
    if (known.version === version) return { folder, landmarks: known.landmarks };
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const landmarks = fill(join(folder, 'grove.db'), size);
  writeFileSync(stamp, JSON.stringify({ version, landmarks }));
  return { folder, landmarks };
}

/** A hash of the generating code and of the first migration, which it fills. */
function versionOf(size: Size): string {
  const hash = createHash('sha256').update(JSON.stringify([VERSION, size]));
  const [first = ''] = readdirSync('prisma/migrations').sort();
  hash.update(readFileSync(join('prisma/migrations', first, 'migration.sql')));
  return hash.digest('hex');
}

function fill(file: string, size: Size): Landmarks {
  migrate(file);
  const database = new Database(file);
  try {
    database.pragma('synchronous = OFF');
    database.pragma('foreign_keys = OFF');
    database.pragma('cache_size = -262144');
    new Connection(database).follow(seedBuiltInRoles(dialect));
    return withoutIndexes(database, () => writeRows(database, size));
  } finally {
    database.close();
  }
}

/** Creating an index is much faster after the rows than before. */
function withoutIndexes<T>(database: Sqlite, work: () => T): T {
  const indexes = database
    .prepare(`SELECT "name", "sql" FROM sqlite_schema WHERE "type" = 'index' AND "sql" IS NOT NULL`)
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  const result = database.transaction(work)();
  for (const { sql } of indexes) database.exec(sql);
  return result;
}

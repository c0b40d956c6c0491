import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, readMigrations } from '#lib/store/sqlite/migrate.ts';
import { derive } from '#lib/store/sqlite/triggers.ts';

const OURS = 'prisma/migrations';
const FOLDS = '20261126022811_fold_searched_texts';
const TAGS_AS_VERSIONS = '_order_tags_as_versions';
let folder: string;
let file: string;
let migrations: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-migrate-'));
  file = join(folder, 'data', 'grove.db');
  migrations = join(folder, 'migrations');
  cpSync(OURS, migrations, { recursive: true });
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function addMigration(name: string, sql: string): void {
  mkdirSync(join(migrations, name));
  writeFileSync(join(migrations, name, 'migration.sql'), sql);
}

function query(sql: string): unknown[] {
  const database = new Database(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

const names = () => query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');

it('makes the database and records each migration as Prisma does', () => {
  migrate(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  const rows = query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
  expect(rows).toEqual(
    readMigrations(OURS).map(({ name, checksum }) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum,
      finished_at: expect.any(Number),
      migration_name: name,
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Number),
      applied_steps_count: 1,
    })),
  );
  migrate(file);
  expect(query('SELECT * FROM _prisma_migrations ORDER BY migration_name')).toEqual(rows);
});

it('applies what is new, and nothing of one that fails', () => {
  migrate(file, migrations);
  addMigration('29990101000000_one', 'CREATE TABLE "One" ("a" INTEGER);');
  addMigration(
    '29990102000000_two',
    'CREATE TABLE "Two" ("a" INTEGER); INSERT INTO "Three" VALUES (1);',
  );
  expect(() => migrate(file, migrations)).toThrow(
    `the database ${file} cannot be used: no such table`,
  );
  expect(names()).toContainEqual({ name: '29990101000000_one' });
  expect(names()).not.toContainEqual({ name: '29990102000000_two' });
  expect(query(`SELECT name FROM sqlite_schema WHERE name = 'Two'`)).toEqual([]);
});

it('folds the texts of older rows as searches compare them', () => {
  const later = readMigrations(migrations).filter(({ name }) => name >= FOLDS);
  for (const { name } of later) rmSync(join(migrations, name), { recursive: true });
  migrate(file, migrations);
  const database = new Database(file);
  const insert = database.prepare(
    `INSERT INTO "Role" ("uid", "name", "capabilities", "createTime", "updateTime")
     VALUES (?, ?, '[]', 0, 0)`,
  );
  for (const name of ['ÉLODIE', 'Straße', 'Anna']) insert.run(name, name);
  database.close();
  migrate(file);
  expect(query('SELECT "name", "nameFolded" FROM "Role" ORDER BY "name"')).toEqual([
    { name: 'Anna', nameFolded: null },
    { name: 'Straße', nameFolded: 'strasse' },
    { name: 'ÉLODIE', nameFolded: 'élodie' },
  ]);
});

it('orders the tags of older rows as versions', () => {
  const later = readMigrations(migrations).filter(({ name }) => name.endsWith(TAGS_AS_VERSIONS));
  for (const { name } of later) rmSync(join(migrations, name), { recursive: true });
  migrate(file, migrations);
  const database = new Database(file);
  database.exec(`INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits", "createTime", "updateTime")
      VALUES ('g', '', 'g', '{}', 0, 0);
    INSERT INTO "Repo" ("uid", "parent", "name", "bundles", "aliases", "activeTags", "createTime", "updateTime")
      VALUES ('r', 'g', 'r', '[]', '[]', '[]', 0, 0);`);
  const insert = database.prepare(
    `INSERT INTO "Tag"
       ("uid", "parent", "name", "digest", "bundles", "architectures", "createTime", "updateTime")
     VALUES (?, 'r', ?, '', '[]', '[]', 0, 0)`,
  );
  for (const name of ['1.10', '1.9']) insert.run(name, name);
  database.close();
  migrate(file);
  expect(query('SELECT "name" FROM "Tag" ORDER BY "nameNatural"')).toEqual([
    { name: '1.9' },
    { name: '1.10' },
  ]);
});

it('rebuilds a table that triggers speak of, whose own are then made anew', () => {
  migrate(file, migrations);
  const rows = () =>
    query(`SELECT "group", "here", "below" FROM "Tally" WHERE "type" = 1 AND "group" <> ''`);
  const database = new Database(file);
  derive(database);
  const insert = database.prepare(`INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits",
    "createTime", "updateTime") VALUES (?, ?, ?, '{}', 0, 0)`);
  const root = 'a'.repeat(40);
  insert.run(root, '', 'root');
  insert.run(`${root}/${'b'.repeat(16)}`, root, 'below');
  const { sql } = database
    .prepare(`SELECT "sql" FROM sqlite_schema WHERE "name" = 'Group'`)
    .get() as { sql: string };
  database.close();
  addMigration(
    '29990101000000_rebuild',
    `${sql.replace('"Group"', '"new_Group"')};
     INSERT INTO "new_Group" SELECT * FROM "Group" WHERE "name" = 'root';
     DROP TABLE "Group"; ALTER TABLE "new_Group" RENAME TO "Group";`,
  );
  migrate(file, migrations);
  const reopened = new Database(file);
  derive(reopened);
  expect(rows()).toEqual([]);
  reopened
    .prepare(
      `INSERT INTO "Group" SELECT "uid" || '/' || ?, "uid", 'c', "description",
      "resourceLimits", "verified", 0, 0, 1, NULL FROM "Group"`,
    )
    .run('c'.repeat(16));
  reopened.close();
  expect(rows()).toEqual([{ group: root, here: 1, below: 1 }]);
});

it('refuses a migration that leaves rows that refer to nothing', () => {
  addMigration(
    '29990101000000_orphan',
    'CREATE TABLE "A" ("id" INTEGER PRIMARY KEY); CREATE TABLE "B" ("a" INTEGER REFERENCES "A"); INSERT INTO "B" VALUES (1);',
  );
  expect(() => migrate(file, migrations)).toThrow('would leave rows that refer to nothing');
});

it('refuses a history that is not its own', () => {
  addMigration('29990101000000_later', 'CREATE TABLE "Later" ("a" INTEGER);');
  migrate(file, migrations);
  expect(() => migrate(file)).toThrow('made by a newer version of Grove');
  writeFileSync(join(migrations, '29990101000000_later', 'migration.sql'), '-- changed');
  expect(() => migrate(file, migrations)).toThrow('differs from the one that was applied');
});

it('refuses an unfinished copy of an earlier version', () => {
  migrate(file);
  const database = new Database(file);
  database.exec('CREATE TABLE "_grove_copy" ("source" TEXT)');
  database.close();
  expect(() => migrate(file)).toThrow('it holds an unfinished copy of an earlier version');
});

it('refuses what is not a database in one line', () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(file, 'not a database, but long enough to be read as one\n'.repeat(100));
  expect(() => migrate(file)).toThrow(
    `the database ${file} cannot be used: file is not a database`,
  );
  expect(() => migrate(folder)).toThrow('it is a folder');
  expect(() => migrate(join(file, 'grove.db'))).toThrow('cannot be used');
});

it('is applied once by processes that start at once', async () => {
  const script = `import('#lib/store/sqlite/migrate.ts').then(({ migrate }) => migrate(${JSON.stringify(file)}))`;
  const flags = [
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    '-e',
    script,
  ];
  await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, flags)));
  expect(names()).toHaveLength(readMigrations(OURS).length);
});

it('gives back what a migration frees', () => {
  migrate(file, migrations);
  addMigration(
    '29990101000000_fill',
    `CREATE TABLE "Large" ("text" TEXT);
     WITH RECURSIVE "n"("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < 3000)
     INSERT INTO "Large" SELECT hex(randomblob(500)) FROM "n";`,
  );
  migrate(file, migrations);
  const filled = statSync(file).size;
  addMigration('29990102000000_drop', 'DROP TABLE "Large";');
  migrate(file, migrations);
  expect(statSync(file).size).toBeLessThan(filled / 2);
});

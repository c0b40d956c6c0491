import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '#lib/store/sqlite/migrate.ts';
import { deploy, pendingPostgresSql, pendingSql } from '../scripts/lib/schema-engine.mjs';

it('makes exactly what the schema says', async () => {
  expect(await pendingSql()).toBe('');
});

it('has a schema of PostgreSQL that follows from the one of SQLite', async () => {
  expect(await pendingPostgresSql()).toBe('');
});

const FOLDER = 'prisma/postgres/migrations';

/** What programs that know nothing of it can live with. */
const ADDITIONS = [
  /^CREATE (?:UNLOGGED )?TABLE "/,
  /^CREATE (?:UNIQUE )?INDEX "/,
  /^ALTER TABLE "\w+" ADD CONSTRAINT "\w+" FOREIGN KEY/,
  /^ALTER TABLE "\w+"\s+ADD COLUMN/,
  /^(?:UPDATE|INSERT INTO) "/,
];

/** A column that a former program does not fill has to have a value all the same. */
const isFilled = (column: string) => !column.includes('NOT NULL') || column.includes('DEFAULT');

const columnsIn = (statement: string) =>
  statement.startsWith('ALTER TABLE') ? statement.split('ADD COLUMN').slice(1) : [];

it.each(readdirSync(FOLDER, { withFileTypes: true }).filter((one) => one.isDirectory()))(
  'leaves the program before $name running',
  ({ name }) => {
    const sql = readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8');
    // Whoever takes something away says which version used it last.
    if (sql.startsWith('-- Contract: ')) return;
    const statements = sql
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '');
    const others = statements.filter((one) => !ADDITIONS.some((addition) => addition.test(one)));
    expect(others).toEqual([]);
    expect(statements.flatMap(columnsIn).filter((column) => !isFilled(column))).toEqual([]);
  },
);

it('leaves nothing for prisma migrate deploy to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-migrations-'));
  try {
    const file = join(folder, 'grove.db');
    migrate(file);
    expect(await deploy(file)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
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

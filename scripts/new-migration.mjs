/** `npm run migration -- NAME`: writes the migration that a changed schema needs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fail, note } from './lib/report.mjs';
import { MIGRATIONS, pendingSql } from './lib/schema-engine.mjs';

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function newMigration([name, ...rest]) {
  if (name === undefined || rest.length > 0 || !/^[a-z0-9_]+$/.test(name)) {
    fail('usage: npm run migration -- NAME, of lower-case letters, digits and underscores');
  }
  const sql = await pendingSql();
  if (sql === '') {
    note('The migrations already make what prisma/schema.prisma says.');
    return 0;
  }
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(MIGRATIONS, `${time}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), sql);
  note(`Wrote ${relative('.', folder)}/migration.sql; read it before you commit it.`);
  return 0;
}

/** `npm run migration -- NAME`: writes the migrations that a changed schema needs, for each engine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { POSTGRES_MIGRATIONS, POSTGRES_SCHEMA, postgresSchema } from './lib/postgres-schema.mjs';
import { fail, note } from './lib/report.mjs';
import { MIGRATIONS, pendingPostgresSql, pendingSql } from './lib/schema-engine.mjs';

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function migration([name, ...rest]) {
  if (name === undefined || rest.length > 0 || !/^[a-z0-9_]+$/.test(name)) {
    fail('usage: npm run migration -- NAME, of lower-case letters, digits and underscores');
  }
  const [sql, postgres] = [await pendingSql(), await pendingPostgresSql()];
  if (`${sql}${postgres}` === '') {
    note('The migrations already make what prisma/schema.prisma says.');
    return 0;
  }
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  if (sql !== '') write(join(MIGRATIONS, `${time}_${name}`), sql);
  if (postgres !== '') write(join(POSTGRES_MIGRATIONS, `${time}_${name}`), postgres);
  writeFileSync(POSTGRES_SCHEMA, postgresSchema());
  return 0;
}

/**
 * @param {string} folder
 * @param {string} sql
 */
function write(folder, sql) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql);
  note(`Wrote ${relative('.', folder)}/migration.sql; read it before you commit it.`);
}

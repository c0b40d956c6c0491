/** Gives each test file a database of its own, before it loads any module of Grove. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { aroundAll } from 'vitest';

const server = process.env['TEST_POSTGRES'] ?? '';
const name = `test_${randomBytes(6).toString('hex')}`;

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(sql);
  await client.end();
}

await onServer(`CREATE DATABASE ${name} TEMPLATE grove_template`);
const url = server.replace(/[^/]*$/, name);
process.env['DATABASE_URL'] = url;
process.env['TEST_DATABASE_URL'] = url;

// What a file shares is stopped only after all its hooks.
aroundAll(async (runFile) => {
  await runFile();
  await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

/** Creates databases on the server for a test, and runs the command line on them. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { groveHere, grove as run } from '../support/command-line.ts';

const server = process.env['TEST_POSTGRES'] ?? '';
const made: string[] = [];

export async function onServer(sql: string, address = server): Promise<pg.QueryResult> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The address of a new database without tables. */
export async function emptyDatabase(): Promise<string> {
  const name = `copy_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE "${name}"`);
  made.push(name);
  return server.replace(/[^/]*$/, name);
}

/**
 * Runs a command in the data folder of the environment. This process uses PostgreSQL, so commands
 * on a file run in another process.
 */
export const grove = (args: string[], database = '') =>
  (database.startsWith('file:') ? run : groveHere)(args, { DATABASE_URL: database });

export async function dropDatabases(): Promise<void> {
  for (const name of made) await onServer(`DROP DATABASE "${name}" WITH (FORCE)`);
}

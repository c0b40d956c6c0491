/** Databases that a test makes on the server, and the command line that works on them. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import pg from 'pg';

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

/** Runs a command in the data folder of the environment. */
export async function grove(args: string[], database = '') {
  const env = { ...process.env, DATABASE_URL: database };
  const child = spawn(process.execPath, [...process.execArgv, 'cli/main.ts', ...args], { env });
  child.stdin.end();
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { out, err, code };
}

/** What `verify` says of sound data. */
export const SOUND = {
  out: 'counts, rankings, references and secrets are as they should be\n',
  err: '',
  code: 0,
};

export async function dropDatabases(): Promise<void> {
  for (const name of made) await onServer(`DROP DATABASE "${name}" WITH (FORCE)`);
}

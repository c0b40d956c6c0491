/** Starts one server for all tests of the run, with the template of their databases. */
import pg from 'pg';
import { perProcess } from '#lib/per-process.ts';
import { migrate } from '#lib/store/postgres/migrate.ts';
import { ensurePostgres } from '../../../scripts/lib/test-programs.mjs';
import { startPostgres } from '../../support/postgres.ts';

const TEMPLATE = 'grove_template';

export default async function setup(): Promise<() => Promise<void>> {
  const missing = await ensurePostgres();
  if (missing !== null) throw new Error(missing);
  const server = await startPostgres();
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  process.env['DATABASE_URL'] = server.url(TEMPLATE);
  await migrate();
  // What reads the settings of the next setup begins without these.
  delete process.env['DATABASE_URL'];
  perProcess('config').take();
  process.env['TEST_POSTGRES'] = server.url('postgres');
  return () => server.stop();
}

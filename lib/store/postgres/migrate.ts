/**
 * Brings the database to the tables, triggers and built-in roles of this version, in one
 * transaction. Whoever starts first does it; nobody writes meanwhile.
 */
import { join } from 'node:path';
import type pg from 'pg';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { codeOf } from '#lib/store/prisma/errors.ts';
import {
  COPY_MARK,
  foldsIn,
  history,
  lacking,
  migrationsIn,
  pendingOf,
  RECORDED,
  recordOf,
  unfinishedCopy,
} from '#lib/store/sql/migrations.ts';
import type { Fold, Migration, Recorded } from '#lib/store/sql/migrations.ts';
import { DERIVED, ORDERS } from '#lib/store/tables/folded.ts';
import { numbered } from '#lib/store/sql/dialect.ts';
import { dialect } from './dialect.ts';
import { ServerClient } from './server-client.ts';
import { readSettings } from './settings.ts';
import { WRITER_LOCK } from './locks.ts';
import { derive } from './triggers.ts';

const LOCK_MS = 60_000;

export const migrations = () =>
  migrationsIn(join(/* turbopackIgnore: true */ process.cwd(), 'prisma', 'postgres', 'migrations'));

/** @throws OperatorError if the database cannot be reached or used, or has an unknown history. */
export async function migrate(address = config().databaseUrl ?? ''): Promise<void> {
  const { config: settings, place } = readSettings(address);
  const client = new ServerClient({ ...settings, application_name: NAME });
  // Without a listener an error between statements would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await requireUsable(client);
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; SELECT ${WRITER_LOCK}`);
    await applyPending(client);
    // A process of the version before may have written rows beside this one.
    for (const order of ORDERS) await fill(client, order);
    await derive(client);
    await client.query('COMMIT');
  } catch (error) {
    throw explained(error, place);
  } finally {
    await client.end().catch(() => {});
  }
}

async function applyPending(client: pg.Client): Promise<void> {
  const all = migrations();
  await client.query(history('TIMESTAMPTZ'));
  const pending = pendingOf(all, (await client.query<Recorded>(RECORDED)).rows);
  const isNew = pending.length === all.length;
  if (!isNew && pending.some(({ sql }) => sql.includes(STOPS))) await requireAlone(client);
  for (const migration of pending) await apply(client, migration);
}

/** In a migration after which no older program works. */
const STOPS = '-- Stop every older program first.';

/** A program that starts is another one that waits, and no older one. */
const NAME = 'grove migration';

/** What people and backups use beside Grove, which sets no name. */
const TOOLS = '^(psql|pg_dump|pg_dumpall|pg_restore|pg_basebackup|pgAdmin|DBeaver|DataGrip)';

const OTHERS = `SELECT pid, left(application_name, 40) AS "name",
    to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "since"
  FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND backend_type = 'client backend'
  AND pid <> pg_backend_pid() AND application_name <> '${NAME}' AND application_name !~* '${TOOLS}'
  ORDER BY backend_start`;

const MOST_NAMED = 10;

async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; name: string; since: string }>(OTHERS);
  if (rows.length === 0) return;
  const named = rows
    .slice(0, MOST_NAMED)
    .map(({ pid, name, since }) => `${pid} (${name || 'no name'}, since ${since})`);
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  throw new OperatorError(
    `stop every Grove on it first, as this upgrade changes what an older one needs; ` +
      `connected are ${named.join(', ')}${more}`,
  );
}

const ABOUT = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('server_encoding') AS "encoding",
  to_regclass('"${COPY_MARK}"') IS NOT NULL AS "isUnfinished"`;

interface About {
  isStandby: boolean;
  encoding: string;
  isUnfinished: boolean;
}

async function requireUsable(client: pg.Client): Promise<void> {
  const [about] = (await client.query<About>(ABOUT)).rows;
  if (about?.isUnfinished === true) throw unfinishedCopy();
  if (about?.isStandby === true) {
    throw new OperatorError('it is a standby: name the primary, or a proxy that leads to it');
  }
  if (about?.encoding === 'UTF8') return;
  throw new OperatorError(`its encoding is ${about?.encoding} instead of UTF8`);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql);
  for (const fold of foldsIn(migration.sql)) await fill(client, fold);
  const { sql, params } = recordOf(migration, new Date());
  await client.query(numbered(dialect, sql), [...params]);
}

/** The rows of a statement, which are in memory at once. */
const FILLED_AT_ONCE = 10_000;

async function fill(client: pg.Client, fold: Fold): Promise<void> {
  const { table, column, form } = fold;
  for (let last = ''; ;) {
    const { rows } = await client.query<{ uid: string; text: string }>(
      `SELECT "uid", "${column}" AS "text" FROM "${table}"
       WHERE ${lacking(fold)} AND "uid" > $1 ORDER BY "uid" LIMIT ${FILLED_AT_ONCE}`,
      [last],
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    await client.query(
      `UPDATE "${table}" AS t SET "${column}${form}" = v."text"
       FROM unnest($1::text[], $2::text[]) AS v("uid", "text") WHERE t."uid" = v."uid"`,
      [rows.map(({ uid }) => uid), rows.map(({ text }) => DERIVED[form]?.(text) ?? null)],
    );
    last = end.uid;
  }
}

/** The server's own errors have a code, and those of the network. */
function explained(error: unknown, place: string): unknown {
  if (!(error instanceof Error)) return error;
  const isOurs = error.name === 'OperatorError' || error.name === 'AggregateError';
  if (!isOurs && codeOf(error) === '' && !/timeout|TLS|SSL|terminated/i.test(error.message)) {
    return error;
  }
  const [reason] = (error.message || codeOf(error)).split('\n', 1);
  return new OperatorError(`the database ${place} cannot be used: ${reason}`);
}

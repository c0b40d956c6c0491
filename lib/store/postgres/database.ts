/**
 * The connections of the process. Those for single reads are apart from those that wait for their
 * caller, so that a snapshot or a transaction whose work reads something else never waits for
 * itself.
 */
import pg from 'pg';
import type { PoolConfig } from 'pg';
import { config } from '#lib/config.ts';
import { logProblem } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { storeOf } from '#lib/store/prisma/writing.ts';
import { Turns } from '#lib/store/sql/turns.ts';
import { dialect } from './dialect.ts';
import { explained, mayPassAlone } from './errors.ts';
import { requirePrimary } from './primary.ts';
import { openConnections } from './prisma.ts';
import { ServerClient } from './server-client.ts';
import { readSettings } from './settings.ts';
import { Statements } from './statements.ts';
import { types } from './types.ts';
import { Watch } from './watch.ts';

export type Handles = ReturnType<typeof open>;

const current = perProcess('postgres', () => open(config().databaseUrl ?? ''));

export function handles(): Handles {
  return current.value;
}

/** The next use opens them again. */
export async function closeHandles(): Promise<void> {
  await current.take()?.close();
}

const POOLER =
  'A pooler is before PostgreSQL, so Grove prepares no statements: say pgbouncer=true in DATABASE_URL, or false if it keeps them';

/** With most poolers the next transaction is on a connection that does not know the statements. */
function withoutNames(statements: Statements): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) logProblem(POOLER);
    isSaid = true;
    statements.stop();
  };
}

/** The part of the connections that write, each for another share. */
const WRITERS = 0.4;

/** How many lists and searches may wait for a connection. */
const WAITING = 2_000;

/** @param name of the setting with the address, for messages. */
export function open(address: string, name?: string, limits = config().pace.writerLimits) {
  const { config: settings, size, isNamed, isPoolerKnown } = readSettings(address, name);
  const watch = new Watch(settings);
  const statements = new Statements(isNamed);
  const verify = requirePrimary(isPoolerKnown ? () => {} : withoutNames(statements));
  const poolOf = (max: number) => {
    const options = { ...settings, Client: ServerClient, types, max, verify, pipeline: true };
    const pool = new pg.Pool(options as PoolConfig);
    watch.over(pool);
    return pool;
  };
  const writers = Math.max(1, Math.floor(size * WRITERS));
  const held = Math.max(1, Math.floor((size - writers - 1) / 2));
  const reading = size - writers - held;
  const places = Math.max(2, reading - 1);
  const pools = { reading: poolOf(reading), snapshots: poolOf(held), writing: poolOf(writers) };
  const turns = new Semaphore(writers, 1);
  const openStore = async () => {
    const connections = await openConnections(pools, { statements, watch, turns }, limits.held);
    // Loaded here, because the client of the other engine is another one.
    const { PrismaClient } = await import('#lib/generated/prisma-postgres/client.ts');
    const own = { dialect, turns, limits, explained, mayPassAlone };
    return storeOf(PrismaClient, connections, own);
  };
  const store = openStore();
  return {
    /** For lists, gets and access. */
    reading: pools.reading,
    /** The turns of lists and searches. */
    searches: new Turns({
      places,
      placesOfOne: places - 1,
      waiting: WAITING,
      deadline: config().bounds.searchSeconds * 1_000,
      isOneByOne: false,
    }),
    statements,
    watch,
    /** Everything else. */
    store,
    async close() {
      watch.close();
      await (await store).close();
      await Promise.all(Object.values(pools).map((pool: pg.Pool) => pool.end()));
    },
  };
}

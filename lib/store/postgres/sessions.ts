/**
 * The connections of the process. Those for single reads are apart from those that wait for their
 * caller, so that a snapshot or a transaction whose work reads something else never waits for
 * itself.
 */
import pg from 'pg';
import { config } from '#lib/config.ts';
import { Turns } from '#lib/store/sql/turns.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { Session, Statements } from './session.ts';
import { readSettings } from './settings.ts';
import { Slots } from './slots.ts';
import { types } from './types.ts';
import { Watch } from './watch.ts';

/** The longest wait for a connection that others of this process use, in milliseconds. */
const WAIT_MS = 15_000;

export interface Sessions {
  /** For plans, which hold it no longer than the database takes. */
  forPlan(): Promise<Session>;
  forSnapshot(): Promise<Session>;
  forWriting(): Promise<Session>;
  /** Whose turn it is to write in this process. */
  turns: Turns;
  close(): Promise<void>;
}

// On globalThis because Next bundles a second copy of this module.
const shared = globalThis as typeof globalThis & { grovePostgres?: Sessions };

/** Connects on first use. */
export function sessions(): Sessions {
  return (shared.grovePostgres ??= open(config().databaseUrl ?? ''));
}

/** The next use opens them again. */
export async function closeSessions(): Promise<void> {
  const open = shared.grovePostgres;
  delete shared.grovePostgres;
  await open?.close();
}

function open(address: string): Sessions {
  const { config: settings, size, isNamed } = readSettings(address);
  const statements = new Statements(isNamed);
  const watch = new Watch(settings);
  const pools: pg.Pool[] = [];
  const pool = (max: number) => {
    const made = new pg.Pool({ ...settings, types, max, pipeline: true } as pg.PoolConfig);
    // A connection that breaks. If somebody uses it, that use fails; the pool opens another one.
    made.on('error', () => {});
    made.on('connect', (client) => client.on('error', () => {}));
    pools.push(made);
    // Before the pool, whose own queue ends after the time that connecting may take.
    const slots = new Slots(max);
    return async () => {
      const giveBack = await slots.take(WAIT_MS, unavailable);
      try {
        const client = await connected(made, watch);
        return new Session(client, { statements, watch, onRelease: giveBack });
      } catch (error) {
        giveBack();
        throw error;
      }
    };
  };
  const held = Math.floor((size - 1) / 2);
  return {
    forPlan: pool(size - 1 - held),
    forSnapshot: pool(held),
    forWriting: pool(1),
    turns: new Turns(),
    close: async () => {
      watch.close();
      await Promise.all(pools.map((made) => made.end()));
    },
  };
}

/** @throws ApiError UNAVAILABLE as soon as the server is known not to answer. */
async function connected(pool: pg.Pool, watch: Watch): Promise<pg.PoolClient> {
  if (watch.isAway) throw away();
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const waiting = { giveUp: () => reject(away()) };
  watch.begins(waiting);
  const connecting = pool.connect();
  try {
    return await Promise.race([connecting, givenUp]);
  } catch (error) {
    connecting.then(
      (client) => client.release(true),
      () => {},
    );
    throw error;
  } finally {
    watch.ends(waiting);
  }
}

const away = () => unavailable('does not respond');

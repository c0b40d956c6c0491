/** The connections of Prisma Client to the server. */
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import type { Semaphore } from '#lib/semaphore.ts';
import { guarded, type Connections, type Guarded, type Writes } from '#lib/store/prisma/adapter.ts';
import { selectChainEnd } from '#lib/store/sql/chain.ts';
import { follow, type Statement, type Values } from '#lib/store/sql/plan.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { unlessStuck } from '#lib/store/sql/unless-stuck.ts';
import { isLost } from './errors.ts';
import { writingWithin } from './locks.ts';
import { REVISION, revisionIn } from './primary.ts';
import type { Statements } from './statements.ts';
import type { Watch } from './watch.ts';

/** The longest wait for a commit. A standby that it has to reach may be away for longer. */
const CONFIRMED_MS = 5_000;

const unsure = () => unavailable('did not confirm the change, which may have taken effect');

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ';

/**
 * @param pools that of whoever writes has a connection for each turn.
 * @param held how long a transaction may wait for something other than the database, in milliseconds.
 */
export async function openConnections(
  pools: Record<'reading' | 'snapshots' | 'writing', pg.Pool>,
  { statements, watch, turns }: { statements: Statements; watch: Watch; turns: Semaphore },
  held: number,
): Promise<Connections> {
  const { begin, beginSnapshot, adapterOver } = transactionsBy(statements);
  const reading = await adapterOver(pools.reading);
  const most = pools.writing.options.max;
  return {
    reading,
    async begin({ share, ...asked } = {}) {
      const text = writingWithin(held, share);
      try {
        return await beginWriting(() => begin(pools.writing, text, asked), watch, most);
      } catch (error) {
        if (isLost(error)) turns.refuseWaiting(unavailable('does not respond'));
        throw error;
      }
    },
    async beginSnapshot() {
      watch.requireAnswers();
      return beginSnapshot(pools.snapshots);
    },
    close: () => reading.dispose(),
  };
}

/** Another try after each connection that broke while nobody used it. Nothing is written yet. */
async function beginWriting(
  begin: () => Promise<Guarded>,
  watch: Watch,
  connections: number,
): Promise<Guarded> {
  for (let broken = 0; ; broken += 1) {
    watch.requireAnswers();
    try {
      return await begin();
    } catch (error) {
      if (broken === connections || !isLost(error)) throw error;
    }
  }
}

/** Transactions that Grove begins and ends, because Prisma's own begin takes a round trip more. */
function transactionsBy(statements: Statements) {
  // Those without parameters may be several in one text.
  const statementNameGenerator = ({ sql, args }: SqlQuery) =>
    args.length === 0 ? '' : statements.nameOf(sql);
  const adapterOver = (pool: pg.Pool) => new PrismaPg(pool, { statementNameGenerator }).connect();
  const adapters = new WeakMap<pg.PoolClient, ReturnType<typeof adapterOver>>();

  /** Prisma's adapter takes only a pool, so it gets one that opens no connection of its own. */
  function adapterOn(client: pg.PoolClient) {
    const known = adapters.get(client);
    if (known !== undefined) return known;
    const adapter = adapterOver(
      Object.assign(new pg.Pool(), { query: (asked: pg.QueryConfig) => client.query(asked) }),
    );
    adapters.set(client, adapter);
    return adapter;
  }

  const runOn = (client: pg.PoolClient) => async (statement: Statement) =>
    (await client.query<Values>(statements.queryOf(statement))).rows;

  const revisionOn = async (client: pg.PoolClient) =>
    revisionIn((await client.query<Values>(REVISION)).rows[0]);

  /**
   * @param text begins the transaction.
   * @param asked for whom to read the access revision, and the end of which chain, at the same time.
   */
  async function begin(
    pool: pg.Pool,
    text: string,
    { isForCaller = false, chain }: Omit<Writes, 'share'>,
  ): Promise<Guarded> {
    const client = await pool.connect();
    const run = runOn(client);
    const ended = async (how: 'commit' | 'rollback') => {
      try {
        await client.query(how);
      } finally {
        client.release();
      }
    };
    const ends = {
      commit: () => unlessStuck(ended('commit'), CONFIRMED_MS, unsure),
      rollback: () => ended('rollback').catch(() => {}),
    };
    const opened = client.query(text);
    const revision = isForCaller ? revisionOn(client) : null;
    const chainEnd = chain === undefined ? undefined : follow(selectChainEnd(chain), run);
    // They fail with the statement before, whose error says more.
    for (const early of [revision, chainEnd]) early?.catch(() => {});
    try {
      await opened;
    } catch (error) {
      await ends.rollback();
      throw error;
    }
    return guarded(await adapterOn(client), ends, {
      run,
      revision: () => revision ?? revisionOn(client),
      ...(chainEnd !== undefined && { chainEnd }),
    });
  }

  /** Nobody waits for the begin, which goes with the first statement, or for the end. */
  async function beginSnapshot(pool: pg.Pool): Promise<Guarded> {
    const client = await pool.connect();
    const opened = client.query(SNAPSHOT);
    opened.catch(() => {});
    const end = async () => {
      client.query('COMMIT').then(
        () => client.release(),
        () => client.release(true),
      );
      await opened;
    };
    return guarded(
      await adapterOn(client),
      { commit: end, rollback: () => end().catch(() => {}) },
      { run: runOn(client), revision: () => revisionOn(client) },
    );
  }

  return { begin, beginSnapshot, adapterOver };
}

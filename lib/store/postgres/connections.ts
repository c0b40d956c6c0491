/** Connections to one server, of which a process uses only so many at once. */
import pg from 'pg';
import type { PoolConfig } from 'pg';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { Session } from './session.ts';
import type { Statements } from './session.ts';
import { Slots } from './slots.ts';
import { types } from './types.ts';
import type { Watch } from './watch.ts';

/** The longest wait for a connection that others of this process use, in milliseconds. */
const WAIT_MS = 15_000;

export interface Server {
  settings: PoolConfig;
  statements: Statements;
  watch: Watch;
}

export class Connections {
  readonly #server: Server;
  readonly #pool: pg.Pool;
  readonly #slots: Slots;

  constructor(server: Server, max: number) {
    this.#server = server;
    this.#pool = new pg.Pool({ ...server.settings, types, max, pipeline: true } as PoolConfig);
    // A connection that breaks. If somebody uses it, that use fails; the pool opens another one.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    // Before the pool, whose own queue ends after the time that connecting may take.
    this.#slots = new Slots(max);
  }

  async take(): Promise<Session> {
    return this.#session(await this.#slots.take(WAIT_MS, unavailable));
  }

  /** Null if all of them are used. */
  async takeFree(): Promise<Session | null> {
    const giveBack = this.#slots.takeFree();
    return giveBack === null ? null : this.#session(giveBack);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #session(giveBack: () => void): Promise<Session> {
    const { statements, watch } = this.#server;
    try {
      const client = await connected(this.#pool, watch);
      return new Session(client, { statements, watch, onRelease: giveBack });
    } catch (error) {
      giveBack();
      throw error;
    }
  }
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

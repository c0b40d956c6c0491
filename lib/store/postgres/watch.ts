/**
 * Notices a server that no longer answers although its connections are open, because it hangs or
 * because the network drops packets. A statement may take long, so another connection asks the
 * server for a sign of life.
 */
import type { Pool, PoolClient } from 'pg';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { ServerClient, type ClientSettings } from './server-client.ts';

/** A connection that is used for longer is a reason to ask, in milliseconds. */
const SUSPICIOUS_MS = 2_500;
const SIGN_MS = 3_000;
const TICK_MS = 500;
/** The code of an error that the server itself has sent. */
const SERVER_CODE = /^[0-9A-Z]{5}$/;

export class Watch {
  readonly #settings: ClientSettings;
  readonly #used = new Map<PoolClient, number>();
  readonly #timer: NodeJS.Timeout;
  #isAway = false;
  #isAsking = false;
  #nextQuestion = 0;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#timer = setInterval(() => void this.#look(), TICK_MS).unref();
  }

  /** Watches whatever is asked on the pool's connections. */
  over(pool: Pool): void {
    // A connection that breaks. If somebody uses it, that use fails; the pool opens another one.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('acquire', (client) => this.#used.set(client, performance.now()));
    pool.on('release', (_error, client) => this.#used.delete(client));
    pool.on('remove', (client) => this.#used.delete(client));
  }

  /** @throws ApiError UNAVAILABLE while the last question was not answered. */
  requireAnswers(): void {
    if (this.#isAway) throw unavailable('does not respond');
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (this.#isAsking || now < this.#nextQuestion) return;
    const isLong = (since: number) => since < now - SUSPICIOUS_MS;
    if (!this.#isAway && ![...this.#used.values()].some(isLong)) return;
    this.#isAsking = true;
    this.#isAway = !(await hasSign(this.#settings));
    this.#isAsking = false;
    // Every statement without an answer fails.
    if (this.#isAway) for (const { connection } of this.#used.keys()) connection.stream.destroy();
    else this.#nextQuestion = performance.now() + SUSPICIOUS_MS;
  }
}

async function hasSign(settings: ClientSettings): Promise<boolean> {
  const client = new ServerClient({
    ...settings,
    connectionTimeoutMillis: SIGN_MS,
    query_timeout: SIGN_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // A pooler accepts connections whether or not the server answers.
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && SERVER_CODE.test(String(error.code));
  } finally {
    client.connection.stream.destroy();
  }
}

/**
 * Notices a server that no longer answers although its connections are open, because it hangs or
 * because the network drops packets. A statement may take long, so another connection asks the
 * server for a sign of life.
 */
import pg from 'pg';

/** In milliseconds. */
export interface Patience {
  /** A statement that takes longer is a reason to ask. */
  suspiciousMs: number;
  /** The longest wait for a sign of life. */
  signMs: number;
}

const STANDARD: Patience = { suspiciousMs: 2_500, signMs: 3_000 };
const TICK_MS = 500;
/** The code of an error that the server itself has sent. */
const SERVER_CODE = /^[0-9A-Z]{5}$/;

/** What waits for the server. */
export interface Waiting {
  /** Ends the wait. */
  giveUp(): void;
}

export class Watch {
  readonly #settings: pg.ClientConfig;
  readonly #patience: Patience;
  /** Since when each waits. */
  readonly #waiting = new Map<Waiting, number>();
  readonly #timer: NodeJS.Timeout;
  #isAway = false;
  #isAsking = false;
  #nextQuestion = 0;

  constructor(settings: pg.ClientConfig, patience = STANDARD) {
    this.#settings = settings;
    this.#patience = patience;
    this.#timer = setInterval(() => void this.#look(), TICK_MS).unref();
  }

  /** Whether the last question was not answered. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Counts the server as away until it gives a sign of life. */
  suspect(): void {
    this.#isAway = true;
  }

  begins(waiting: Waiting): void {
    this.#waiting.set(waiting, performance.now());
  }

  ends(waiting: Waiting): void {
    this.#waiting.delete(waiting);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (this.#isAsking || now < this.#nextQuestion) return;
    const { suspiciousMs, signMs } = this.#patience;
    const isLong = (since: number) => since < now - suspiciousMs;
    if (!this.#isAway && ![...this.#waiting.values()].some(isLong)) return;
    this.#isAsking = true;
    this.#isAway = !(await hasSign(this.#settings, signMs));
    this.#isAsking = false;
    if (this.#isAway) for (const waiting of this.#waiting.keys()) waiting.giveUp();
    else this.#nextQuestion = performance.now() + suspiciousMs;
  }
}

async function hasSign(settings: pg.ClientConfig, patience: number): Promise<boolean> {
  const client = new pg.Client({
    ...settings,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
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

/**
 * Processes that share a database report to each other the spending of their token buckets, once a
 * second and only of keys that spend much. In between, each process counts by itself.
 *
 * @see docs/decisions/053-rates-in-the-cluster.md
 */
import { createHash } from 'node:crypto';
import { spendTogether } from '#lib/store/store.ts';
import type { TokenBuckets } from './token-buckets.ts';

const PAUSE_MS = 1_000;
const MOST_KEYS = 500;

type Spend = NonNullable<typeof spendTogether>;

export interface SharedLimit {
  name: string;
  buckets: TokenBuckets;
}

// The database need not know who calls.
const hashed = (limit: string, key: string) =>
  createHash('sha256').update(`${limit} ${key}`).digest('base64url');

/** Reports the own costs, and reads what others have spent of the same keys. */
async function exchange(limits: readonly SharedLimit[], spend: Spend): Promise<void> {
  const told = limits.flatMap(({ name, buckets }) =>
    buckets.tell(MOST_KEYS).map(({ key, costMs }) => ({
      row: { key: hashed(name, key), costMs, windowMs: buckets.rate.windowSeconds * 1_000 },
      learn: (fullMs: number) => buckets.learn(key, fullMs, performance.now()),
    })),
  );
  const known = await spend(told.map(({ row }) => row));
  for (const { row, learn } of told) {
    const fullMs = known.get(row.key);
    if (fullMs !== undefined) learn(fullMs);
  }
}

/** Does nothing where one process serves the database. */
export class Teller {
  readonly #limits: readonly SharedLimit[];
  #timer: NodeJS.Timeout | undefined;
  #telling = Promise.resolve();

  constructor(limits: readonly SharedLimit[]) {
    this.#limits = limits;
  }

  /** Reports to the other processes soon. Call it whenever something is due. */
  plan(): void {
    const spend = spendTogether;
    if (spend === null || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#tell(spend), PAUSE_MS).unref();
  }

  /** Stops reporting, and resolves when no report is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#telling;
    clearTimeout(this.#timer);
  }

  #tell(spend: Spend): void {
    // While the database is away, each process counts by itself.
    this.#telling = exchange(this.#limits, spend)
      .catch(() => {})
      .then(() => {
        this.#timer = undefined;
        if (this.#limits.some(({ buckets }) => buckets.isDue)) this.plan();
      });
  }
}

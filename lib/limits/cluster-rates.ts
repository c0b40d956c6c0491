/**
 * Processes that share a database report to each other the spending of their token buckets, once a
 * second and only of keys that spend much. In between, each process counts by itself.
 *
 * @see docs/decisions/053-rates-in-the-cluster.md
 */
import { createHash } from 'node:crypto';
import { periodically } from '#lib/periodically.ts';
import { spendTogether } from '#lib/store/store.ts';
import type { TokenBuckets } from './token-buckets.ts';

const PAUSE_MS = 1_000;
const MOST_KEYS = 500;

type Spend = NonNullable<typeof spendTogether>;

interface SharedLimit {
  name: string;
  buckets: TokenBuckets;
}

// The database does not learn who calls.
const hashed = (limit: string, key: string) =>
  createHash('sha256').update(`${limit} ${key}`).digest('base64url');

/** Reports the spending of this process, and applies that of all processes for the same keys. */
async function exchange(limits: readonly SharedLimit[], spend: Spend): Promise<void> {
  const spent = limits.flatMap(({ name, buckets }) =>
    buckets.takeUnreported(MOST_KEYS).map(({ key, costMs }) => ({
      row: { key: hashed(name, key), costMs, windowMs: buckets.rate.windowSeconds * 1_000 },
      learn: (fullMs: number) => buckets.learn(key, fullMs, performance.now()),
    })),
  );
  const known = await spend(spent.map(({ row }) => row));
  for (const { row, learn } of spent) {
    const fullMs = known.get(row.key);
    if (fullMs !== undefined) learn(fullMs);
  }
}

/**
 * Reports from time to time. Does nothing where one process serves the database.
 *
 * @returns stops reporting, and resolves when no report is under way.
 */
export function reportSpending(limits: readonly SharedLimit[]): () => Promise<void> {
  const spend = spendTogether;
  if (spend === null) return () => Promise.resolve();
  return periodically(PAUSE_MS, 'cannot report the spending of callers', async () => {
    if (!limits.some(({ buckets }) => buckets.isDue)) return;
    // While the database is away, each process counts by itself.
    await exchange(limits, spend).catch(() => {});
  });
}

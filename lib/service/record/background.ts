/**
 * Keeps the chains of records up to date while the server runs: chains closed minutes, signs heads,
 * and prunes records that are older than the operator keeps them.
 */
import { chainRecords } from '#lib/audit/unchained.ts';
import { logError } from '#lib/log.ts';
import { committed } from '#lib/store/store.ts';
import { signChanged, signHeads } from './heads.ts';
import { keptChains } from './kept-heads.ts';
import { pruneExpired } from './retention.ts';

const TICK_MS = 10_000;

interface Keeping {
  stop: AbortController;
  timer: NodeJS.Timeout;
  /** The work so far, one after the other. It never rejects. */
  work: Promise<void>;
  /** The pruning under way, which takes long and must not hold up the signing. */
  pruning: Promise<void> | null;
}

const shared = globalThis as typeof globalThis & { groveRecord?: Keeping };

export function startRecord(): void {
  const keeping: Keeping = {
    stop: new AbortController(),
    timer: setInterval(() => tick(keeping), TICK_MS).unref(),
    work: Promise.resolve(),
    pruning: null,
  };
  shared.groveRecord = keeping;
  // Another process may have ended before it had signed.
  next(keeping, async () =>
    signHeads([...new Set([...(await committed.chains()), ...keptChains()])]),
  );
  next(keeping, chainAndSign);
}

export async function stopRecord(): Promise<void> {
  const keeping = shared.groveRecord;
  if (keeping === undefined) return;
  delete shared.groveRecord;
  clearInterval(keeping.timer);
  keeping.stop.abort();
  next(keeping, signChanged);
  await Promise.all([keeping.work, keeping.pruning]);
}

function tick(keeping: Keeping): void {
  next(keeping, chainAndSign);
  keeping.pruning ??= pruneExpired(keeping.stop.signal)
    .catch((error: unknown) => logError('cannot prune the audit log', error))
    .finally(() => {
      keeping.pruning = null;
    });
}

export async function chainAndSign(signal?: AbortSignal): Promise<void> {
  await chainRecords(signal);
  await signChanged();
}

function next(keeping: Keeping, task: (signal: AbortSignal) => Promise<void>): void {
  keeping.work = keeping.work
    .then(() => task(keeping.stop.signal))
    .catch((error: unknown) => logError('cannot keep the chain of records', error));
}

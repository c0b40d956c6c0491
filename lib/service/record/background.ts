/** Keeps the chains of records up to date while the server runs: closed minutes, signed heads. */
import { chainRecords } from '#lib/audit/unchained.ts';
import { logError } from '#lib/log.ts';
import { committed } from '#lib/store/store.ts';
import { signChanged, signHeads } from './heads.ts';

const TICK_MS = 10_000;

interface Keeping {
  stop: AbortController;
  timer: NodeJS.Timeout;
  /** The work so far, one after the other. It never rejects. */
  work: Promise<void>;
}

const shared = globalThis as typeof globalThis & { groveRecord?: Keeping };

export function startRecord(): void {
  const keeping: Keeping = {
    stop: new AbortController(),
    timer: setInterval(() => next(keeping, chainAndSign), TICK_MS).unref(),
    work: Promise.resolve(),
  };
  shared.groveRecord = keeping;
  // Another process may have ended before it had signed.
  next(keeping, async () => signHeads(await committed.chains()));
  next(keeping, chainAndSign);
}

export async function stopRecord(): Promise<void> {
  const keeping = shared.groveRecord;
  if (keeping === undefined) return;
  delete shared.groveRecord;
  clearInterval(keeping.timer);
  keeping.stop.abort();
  next(keeping, signChanged);
  await keeping.work;
}

/** Puts what is due into the chains, and signs what they end with. */
export async function chainAndSign(signal?: AbortSignal): Promise<void> {
  await chainRecords(signal);
  await signChanged();
}

function next(keeping: Keeping, task: (signal: AbortSignal) => Promise<void>): void {
  keeping.work = keeping.work
    .then(() => task(keeping.stop.signal))
    .catch((error: unknown) => logError('cannot keep the chain of records', error));
}

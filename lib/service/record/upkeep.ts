/**
 * Keeps the chains of records up to date while the server runs: chains closed minutes, signs heads,
 * and prunes records that are older than the operator keeps them.
 */
import { chainRecords } from '#lib/audit/unchained.ts';
import { logError } from '#lib/log.ts';
import { periodically } from '#lib/periodically.ts';
import { committed } from '#lib/store/store.ts';
import { keepEventRows } from './event-rows.ts';
import { recordExpiries } from './expiries.ts';
import { signChanged, signHeads } from './heads.ts';
import { keptChains } from './kept-heads.ts';
import { pruneExpired } from './retention.ts';

const TICK_MS = 10_000;
const PROBLEM = 'cannot keep the chain of records';

/** @returns stops the work, and signs every head that has changed. */
export function keepRecord(): () => Promise<void> {
  const logged = (work: Promise<void>) => work.catch((error: unknown) => logError(PROBLEM, error));
  const stop = new AbortController();
  // Another process may have ended before it had signed.
  const signAll = async () =>
    signHeads([...new Set([...(await committed.chains()), ...keptChains()])]);
  const first = logged(signAll()).then(() => logged(chainAndSign(stop.signal)));
  const stopChaining = periodically(TICK_MS, PROBLEM, async (signal) => {
    await first;
    await chainAndSign(signal);
  });
  // Pruning takes long and must not delay the signing.
  const stopPruning = periodically(TICK_MS, 'cannot prune the audit log', pruneExpired);
  const stopRows = periodically(TICK_MS, 'cannot keep the events of imports', keepEventRows);
  const stopExpiries = periodically(TICK_MS, 'cannot record what expired', recordExpiries);
  return async () => {
    stop.abort();
    await Promise.all([first, stopChaining(), stopPruning(), stopRows(), stopExpiries()]);
    await logged(signChanged());
  };
}

/** Puts records of past minutes into their chains, and signs the ends that have changed. */
export async function chainAndSign(signal?: AbortSignal): Promise<void> {
  await chainRecords(signal);
  await signChanged();
}

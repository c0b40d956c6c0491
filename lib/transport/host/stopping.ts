/** Whether the process is about to stop. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';

const shared = globalThis as typeof globalThis & { groveStopping?: AbortController };

const stopping = (): AbortController => (shared.groveStopping ??= new AbortController());

export const stopSignal = (): AbortSignal => stopping().signal;

/**
 * From now on the process is not ready. Whoever balances load needs time to notice, and its requests
 * are answered meanwhile.
 */
export async function drain(): Promise<void> {
  stopping().abort();
  await wait(config().bounds.drainSeconds * 1_000);
}

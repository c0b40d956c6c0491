/** Whether the process is about to stop. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import { perProcess } from '#lib/per-process.ts';

const stopping = perProcess('stopping', () => new AbortController());

export const stopSignal = (): AbortSignal => stopping.value.signal;

/**
 * From now on the process is not ready. Whoever balances load needs time to notice, and its requests
 * are answered meanwhile.
 */
export async function drain(): Promise<void> {
  stopping.value.abort();
  await wait(config().bounds.drainSeconds * 1_000);
}

/** What keeps a fault of Grove from sending the same events again at once. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';

/** In looks for events. */
const TICKS = 15;

/** Ends with the work; a while later if that failed, as where its outcome could not be written. */
export async function pausedAfterFault(work: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await work;
  } catch (error) {
    logError('cannot deliver events', error);
    await wait(TICKS * config().pace.deliveryTickMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Looks for keys that end soon while the server runs: once an hour, so that messages are few. */
import { periodically } from '#lib/periodically.ts';
import { warnOfEndingKeys } from './warnings.ts';

const TICK_MS = 60_000;
const HOUR_MS = 60 * TICK_MS;

/** @returns ends it. What a look has found is posted before. */
export function scheduleKeyWarnings(): () => Promise<void> {
  let lastHour = 0;
  return periodically(TICK_MS, 'cannot warn of keys that expire', async () => {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== lastHour && (await warnOfEndingKeys())) lastHour = hour;
  });
}

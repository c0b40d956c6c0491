/** Looks for keys that end soon while the server runs: once an hour, so that messages are few. */
import { logError } from '#lib/log.ts';
import { warnOfEndingKeys } from './warnings.ts';

const TICK_MS = 60_000;
const HOUR_MS = 60 * TICK_MS;

interface Background {
  timer: NodeJS.Timeout;
  /** The hour of the last look that came to its end, since 1970. */
  hour: number;
  /** The look under way. It never rejects. */
  work: Promise<void> | null;
}

const shared = globalThis as typeof globalThis & { groveKeyWarnings?: Background };

export function startKeyWarnings(): void {
  const background: Background = {
    timer: setInterval(() => tick(background), TICK_MS).unref(),
    hour: 0,
    work: null,
  };
  shared.groveKeyWarnings = background;
}

/** What a look has found is posted before. */
export async function stopKeyWarnings(): Promise<void> {
  const background = shared.groveKeyWarnings;
  if (background === undefined) return;
  delete shared.groveKeyWarnings;
  clearInterval(background.timer);
  await background.work;
}

function tick(background: Background): void {
  const hour = Math.floor(Date.now() / HOUR_MS);
  if (hour === background.hour) return;
  background.work ??= warnOfEndingKeys()
    .then((isDone) => {
      if (isDone) background.hour = hour;
    })
    .catch((error: unknown) => logError('cannot tell about keys that end', error))
    .finally(() => {
      background.work = null;
    });
}

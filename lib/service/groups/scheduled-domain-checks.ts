/** Checks verified domains again while the server runs, each by one process of an installation. */
import { programActor } from '#lib/audit/record.ts';
import { logError } from '#lib/log.ts';
import { all, atMost, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { lookUpRecord, settle } from './domain-checks.ts';

const TICK_MS = 60_000;
/** After this time, a process that began a check is taken for dead. */
const LEASE_MS = 5 * 60_000;

interface Background {
  timer: NodeJS.Timeout;
  stop: AbortController;
  /** The checks under way. It never rejects. */
  work: Promise<void> | null;
}

const shared = globalThis as typeof globalThis & { groveDomainChecks?: Background };

export function startDomainChecks(): void {
  const background: Background = {
    timer: setInterval(() => tick(background), TICK_MS).unref(),
    stop: new AbortController(),
    work: null,
  };
  shared.groveDomainChecks = background;
}

/** A check that has begun ends before. */
export async function stopDomainChecks(): Promise<void> {
  const background = shared.groveDomainChecks;
  if (background === undefined) return;
  delete shared.groveDomainChecks;
  clearInterval(background.timer);
  background.stop.abort();
  await background.work;
}

function tick(background: Background): void {
  background.work ??= checkDueDomains(background.stop.signal)
    .catch((error: unknown) => logError('cannot check domains', error))
    .finally(() => {
      background.work = null;
    });
}

export async function checkDueDomains(signal?: AbortSignal): Promise<void> {
  const due = await committed.find('Domain', atMost('nextCheckTime', new Date()));
  for (const row of due) {
    if (signal?.aborted === true) return;
    if (!(await take(row.uid))) continue;
    const found = await lookUpRecord(row);
    await transaction((tx) => settle(tx, programActor('schedule'), row.uid, found));
  }
}

/** False if another process was quicker. */
function take(uid: string): Promise<boolean> {
  return transaction(async (tx) => {
    const now = Date.now();
    const isDue = all(is('uid', uid), atMost('nextCheckTime', new Date(now)));
    const lease = { checkTime: new Date(now), nextCheckTime: new Date(now + LEASE_MS) };
    return (await tx.note('Domain', isDue, lease)) === 1;
  });
}

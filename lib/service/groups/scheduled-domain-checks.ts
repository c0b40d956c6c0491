/** Checks verified domains again while the server runs, each by one process of an installation. */
import { programActor } from '#lib/audit/record.ts';
import { periodically } from '#lib/periodically.ts';
import { all, atMost, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { lookUpRecord, settle } from './domain-checks.ts';

const TICK_MS = 60_000;
/** After this time, a process that began a check counts as dead. */
const LEASE_MS = 5 * 60_000;

/** @returns ends it. A check that has begun ends before. */
export const scheduleDomainChecks = () =>
  periodically(TICK_MS, 'cannot check domains', checkDueDomains);

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

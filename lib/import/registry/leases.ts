/** Leases on registries, the progress of syncs, and the sources that are due. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { RowOf, SyncRun } from '#lib/resources/rows.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { all, any, atMost, is, lessThan, not } from '#lib/store/predicates.ts';

/** A lease that was not renewed for this long may be taken over. */
export const LEASE_MS = 15_000;

/** The right of one process to sync a source, until it expires. `uid` is the source's. */
export interface Lease {
  uid: string;
  holder: string;
}

/** The uids of registry sources to sync now: those whose time has come, and interrupted ones. */
export async function dueSources(reads: Reads, now: Date): Promise<string[]> {
  const whereRunning = is('state', 'RUNNING');
  const rows = await reads.find(
    'RegistrySource',
    any(
      all(whereRunning, any(is('leaseTime', null), lessThan('leaseTime', now))),
      all(not(whereRunning), atMost('nextSyncTime', now)),
    ),
  );
  return rows.map(({ uid }) => uid);
}

/** Whether a process syncs the source. @param now in milliseconds since 1970. */
export function isLeased({ state, leaseTime }: RowOf<'RegistrySource'>, now: number): boolean {
  return state === 'RUNNING' && leaseTime !== null && leaseTime.getTime() >= now;
}

function whereHeld({ uid, holder }: Lease) {
  return all(is('uid', uid), is('leaseHolder', holder));
}

const leaseTime = () => new Date(Date.now() + LEASE_MS);

/**
 * Takes the lease. No ETag covers it, so the revision stays. The same transaction must have read
 * that nobody holds the lease; its write lock makes that safe.
 */
export async function beginRun(tx: Transaction, lease: Lease, run: SyncRun): Promise<void> {
  await tx.note('RegistrySource', is('uid', lease.uid), {
    state: 'RUNNING',
    run,
    leaseHolder: lease.holder,
    leaseTime: leaseTime(),
  });
}

/** @param progress of the sync, if it has changed. @returns false if somebody else holds the lease. */
export async function renewLease(
  tx: Transaction,
  lease: Lease,
  progress: { run?: SyncRun } = {},
): Promise<boolean> {
  const columns = { ...progress, leaseTime: leaseTime() };
  return (await tx.note('RegistrySource', whereHeld(lease), columns)) === 1;
}

/** Releases a sync that will resume later. */
export async function releaseRun(tx: Transaction, lease: Lease): Promise<void> {
  await tx.note('RegistrySource', whereHeld(lease), { leaseHolder: null, leaseTime: null });
}

/** @returns false if somebody else holds the lease. */
export async function endRun(
  tx: Transaction,
  lease: Lease,
  { state, lastSync }: { state: 'IDLE' | 'FAILED'; lastSync: JsonObject },
): Promise<boolean> {
  const source = await tx.first('RegistrySource', whereHeld(lease));
  if (source === null) return false;
  const { interval } = source;
  await tx.note('RegistrySource', is('uid', lease.uid), {
    state,
    run: null,
    leaseHolder: null,
    leaseTime: null,
    lastSync,
    nextSyncTime: interval === null ? null : new Date(Date.now() + interval * 1000),
  });
  return true;
}

/** Whose turn it is to read a registry, how far that has come, and what is due. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { SyncRun } from '#lib/resources/registry-source.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Reads, Transaction } from '#lib/store/handles.ts';
import { all, any, atMost, is, lessThan, not } from '#lib/store/predicates.ts';

/** A lease that was not renewed for this long may be taken over. */
export const LEASE_MS = 15_000;

/** Pages of the registry that a run resumes from; null for the first one. */
export interface RegistryPosition {
  catalog: string | null;
  /** The repository whose `tags` page is next. */
  repository: string | null;
  tags: string | null;
}

/** A repository or a tag that could not be read. */
export interface Problem {
  /** The repository, or the repository, a colon and the tag. */
  name: string;
  repository: string;
  /** Absent for a repository as a whole. */
  tag?: string;
  reason: string;
}

/** A run under way, as the column `run` keeps it. */
export interface StoredRun extends SyncRun {
  actor: {
    actor: string;
    identities: readonly string[];
    /** Absent in runs that an older version began. */
    issuer?: string;
    subject?: string;
    requestId: string;
  };
  cursor: RegistryPosition;
  /** The first ones; `counts.skipped` counts all. */
  problems: Problem[];
}

/** Who holds the lease of which source. */
export interface Lease {
  uid: string;
  holder: string;
}

/** The run that a source keeps; null where none is under way or interrupted. */
export function storedRun({ run }: RowOf<'RegistrySource'>): StoredRun | null {
  return run as unknown as StoredRun | null;
}

const toJson = (run: StoredRun) => run as unknown as JsonObject;

/** Sources whose run was interrupted, and those whose time has come. */
export async function dueSources(reads: Reads, now: Date): Promise<string[]> {
  const isRunning = is('state', 'RUNNING');
  const rows = await reads.find(
    'RegistrySource',
    any(
      all(isRunning, any(is('leaseTime', null), lessThan('leaseTime', now))),
      all(not(isRunning), atMost('nextSyncTime', now)),
    ),
  );
  return rows.map(({ uid }) => uid);
}

export function isLeased({ state, leaseTime }: RowOf<'RegistrySource'>, now: number): boolean {
  return state === 'RUNNING' && leaseTime !== null && leaseTime.getTime() >= now;
}

function isHeld({ uid, holder }: Lease) {
  return all(is('uid', uid), is('leaseHolder', holder));
}

const leaseTime = () => new Date(Date.now() + LEASE_MS);

/**
 * Takes the lease. What a source does shows in no ETag, so the revision stays. Safe where the
 * same transaction has read that nobody holds the lease: it has the write lock from its beginning.
 */
export async function beginRun(tx: Transaction, lease: Lease, run: StoredRun): Promise<void> {
  await tx.note('RegistrySource', is('uid', lease.uid), {
    state: 'RUNNING',
    run: toJson(run),
    leaseHolder: lease.holder,
    leaseTime: leaseTime(),
  });
}

/** Writes how far the run is and renews the lease. @returns false where somebody else holds it. */
export async function saveRun(tx: Transaction, lease: Lease, run: StoredRun): Promise<boolean> {
  const columns = { run: toJson(run), leaseTime: leaseTime() };
  return (await tx.note('RegistrySource', isHeld(lease), columns)) === 1;
}

/** @returns false where somebody else holds the lease. */
export async function renewLease(tx: Transaction, lease: Lease): Promise<boolean> {
  return (await tx.note('RegistrySource', isHeld(lease), { leaseTime: leaseTime() })) === 1;
}

/** Lets go of a run that is to be resumed later. */
export async function releaseRun(tx: Transaction, lease: Lease): Promise<void> {
  await tx.note('RegistrySource', isHeld(lease), { leaseHolder: null, leaseTime: null });
}

/** @returns false where somebody else holds the lease. */
export async function endRun(
  tx: Transaction,
  lease: Lease,
  { state, lastSync }: { state: 'IDLE' | 'FAILED'; lastSync: JsonObject },
): Promise<boolean> {
  const source = await tx.first('RegistrySource', isHeld(lease));
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

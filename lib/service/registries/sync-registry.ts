/** Copies the repositories of a group's registry into the group and keeps them up to date. */
import { randomUUID } from 'node:crypto';
import { ApiError, isApiError, refusal } from '#lib/aip/errors.ts';
import { recordRun } from '#lib/audit/event-rows.ts';
import { type Actor, eventOf } from '#lib/audit/record.ts';
import { counts } from '#lib/counts.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { RegistryClient } from '#lib/import/registry/client.ts';
import { isRegistryError } from '#lib/import/registry/errors.ts';
import type { RegistryAccess } from '#lib/import/registry/http.ts';
import { readRegistry, type Reading } from '#lib/import/registry/run.ts';
import { advanced, noTags } from '#lib/import/registry/steps.ts';
import { tagRun } from '#lib/import/registry/tag-events.ts';
import { logError } from '#lib/log.ts';
import { periodically } from '#lib/periodically.ts';
import { registrySource } from '#lib/resources/registry-source.ts';
import type { RowOf, SyncCounts, SyncRun } from '#lib/resources/rows.ts';
import {
  beginRun,
  endRun,
  isLeased,
  LEASE_MS,
  releaseRun,
  renewLease,
  type Lease,
} from '#lib/import/registry/leases.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import type { Transaction } from '#lib/store/store.ts';

export interface Begun {
  source: RowOf<'RegistrySource'>;
  lease: Lease;
  /** As last committed. */
  run: SyncRun;
}

/**
 * Takes the source's lease. Resumes an interrupted sync or starts a new one.
 *
 * @throws ApiError NOT_FOUND; FAILED_PRECONDITION `SYNC_RUNNING` while another sync is running.
 */
export function beginSync(uid: string, actor: Actor): Promise<Begun> {
  return transactionIn(uid, async (tx) => {
    const source = await tx.existing('RegistrySource', uid);
    if (isLeased(source, Date.now())) {
      const description = `registry source ${uid} is being read already`;
      throw refusal('SYNC_RUNNING', description, uid);
    }
    const lease = { uid, holder: randomUUID() };
    const run = source.run ?? {
      startTime: new Date().toISOString(),
      counts: { repositories: 0, ...noTags() },
      actor,
      cursor: { catalog: null, repository: null, tags: null },
      problems: [],
    };
    await beginRun(tx, lease, run);
    return { source, lease, run };
  });
}

/**
 * This process has lost the sync: the source was deleted or has another URL, or another process has
 * taken over.
 */
class LostRun extends Error {}

interface SyncOptions {
  onProgress?: (counts: Readonly<SyncCounts>) => void;
  /** Throws if the person who started the sync may no longer sync. Called in each transaction. */
  requireAccess?: () => Promise<void>;
}

/**
 * Runs the sync, and writes one audit record at its end.
 *
 * @returns the source's `lastSync`, whether it succeeded or failed.
 * @throws ApiError ABORTED if the sync was lost; the signal's reason if that is
 *   aborted, and the sync resumes later.
 */
export async function carryOut(
  begun: Begun,
  signal: AbortSignal,
  { onProgress, requireAccess }: SyncOptions = {},
): Promise<LastSync> {
  const lost = new AbortController();
  const both = AbortSignal.any([signal, lost.signal]);
  counts.syncsRunning += 1;
  const stopRenewing = keepLease(begun, () => lost.abort(new LostRun()));
  try {
    await read(begun, both, { onProgress, requireAccess });
    return await end(begun, '');
  } catch (error) {
    if (error instanceof LostRun || lost.signal.aborted) return await taken(begun);
    if (signal.aborted) {
      await transactionIn(begun.lease.uid, (tx) => releaseRun(tx, begun.lease));
      throw signal.reason;
    }
    return await end(begun, explained(error));
  } finally {
    counts.syncsRunning -= 1;
    await stopRenewing();
  }
}

/** The database may be busy now and free at the next attempt. */
const keepLease = ({ lease }: Begun, onLost: () => void) =>
  periodically(LEASE_MS / 3, 'cannot renew the lease of a sync', async () => {
    const isOurs = await transactionIn(lease.uid, (tx) => renewLease(tx, lease));
    if (!isOurs) onLost();
  });

export function accessOf(source: RowOf<'RegistrySource'>): RegistryAccess {
  const { uid, url, username, password, caCertificate } = source;
  const credentials =
    password === null ? null : { username, password: decryptSecret(password, uid) };
  return { url, credentials, caCertificate };
}

async function read(
  begun: Begun,
  signal: AbortSignal,
  { onProgress, requireAccess }: SyncOptions,
): Promise<void> {
  const { source } = begun;
  const client = RegistryClient.open(accessOf(source), signal);
  const write: Reading['write'] = async (cursor, work) => {
    const next = await transactionIn(source.uid, async (tx) => {
      await requireAccess?.();
      const run = advanced(begun.run, await work(tx), cursor);
      if (!(await renewLease(tx, begun.lease, { run }))) throw new LostRun();
      return run;
    });
    begun.run = next;
    onProgress?.(next.counts);
  };
  const { startTime, cursor } = begun.run;
  try {
    await readRegistry({
      client,
      group: source.parent,
      run: runOf(begun),
      startTime: new Date(startTime),
      cursor,
      write,
      signal,
    });
  } finally {
    client.close();
  }
}

/** An explanation for the person who configured the source. Unexpected errors go to the log. */
function explained(error: unknown): string {
  if (isRegistryError(error) || isApiError(error)) return error.message;
  logError('cannot read a registry', error);
  return 'something went wrong in Grove itself; the log of the server has the cause';
}

/** The source's `lastSync`. */
export type LastSync = ReturnType<typeof lastSyncOf>;

const lastSyncOf = ({ startTime, counts, problems }: SyncRun, error: string) => ({
  startTime,
  ...counts,
  endTime: new Date().toISOString(),
  outcome: error === '' ? 'SUCCEEDED' : 'FAILED',
  error,
  problems: problems.map((problem) => ({ ...problem })),
});

async function end(begun: Begun, error: string): Promise<LastSync> {
  const lastSync = lastSyncOf(begun.run, error);
  const state = error === '' ? 'IDLE' : 'FAILED';
  const isOurs = await transactionIn(begun.lease.uid, async (tx) => {
    const ended = await endRun(tx, begun.lease, { state, lastSync });
    if (ended) await audit(tx, begun, error);
    return ended;
  });
  if (error === '') counts.syncsSucceeded += 1;
  else counts.syncsFailed += 1;
  return isOurs ? lastSync : taken(begun);
}

/** Written rows stay, so this records them, unless the process that took over will do so. */
async function taken(begun: Begun): Promise<never> {
  await transactionIn(begun.source.uid, async (tx) => {
    const source = await tx.get('RegistrySource', begun.source.uid);
    const isResumed = source?.run?.startTime === begun.run.startTime;
    if (!isResumed) await audit(tx, begun, 'the source was changed or deleted meanwhile');
  });
  throw new ApiError('ABORTED', `registry source ${begun.source.uid} was taken from this run`);
}

/** A sync that is resumed is the same run. */
const runOf = ({ source, run: { startTime } }: Begun) => tagRun('sync', source, startTime);

async function audit(tx: Transaction, begun: Begun, error: string): Promise<void> {
  const { source, run } = begun;
  const entry = {
    issuer: '',
    subject: '',
    ...run.actor,
    ...eventOf(registrySource, 'sync', source.uid, source.parent),
    after: { outcome: error === '' ? 'SUCCEEDED' : 'FAILED', error, ...run.counts },
  };
  await recordRun(tx, entry, runOf(begun).run);
}

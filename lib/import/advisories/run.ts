/** Imports advisories into a group, batch by batch. */
import { setTimeout } from 'node:timers/promises';
import { notFound } from '#lib/aip/errors.ts';
import { newChildUids } from '#lib/aip/uid.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { limitReached, tightestRoom } from '#lib/store/limits/room.ts';
import { committed, snapshot, transaction } from '#lib/store/store.ts';
import type { Reads } from '#lib/store/store.ts';
import type { Batch, Source } from './batches.ts';
import { changedColumns, columnsOf } from './changes.ts';
import { KnownAdvisories, mayChange } from './known.ts';
import type { Change, Counts, ImportReport } from './report.ts';
import { takenApart } from './mixed.ts';
import { closed, olderThan } from './record-versions.ts';
import { readInThread } from './thread/read.ts';
import type { ImportedAdvisory, Rejection, Warning } from './types.ts';

/** Longer than other processes wait between two attempts to write. */
const PAUSE_MS = 25;

/** The open sources. */
export interface OpenSources {
  sources: readonly Source[];
  close(): Promise<void>;
}

export interface ImportOptions {
  groupUid: string;
  /** Called after the capability check, when the group is known to exist. */
  open(): Promise<OpenSources>;
  /** Computes the result without writing anything. */
  validateOnly: boolean;
  /** Throws if the caller may no longer write. Called in the transaction of each batch. */
  requireAccess?: (() => Promise<void>) | undefined;
  onProgress?: ((counts: Readonly<Counts>) => void) | undefined;
}

/**
 * Updates `report` as it proceeds, so that the report is also complete if this throws. Each batch
 * is written as a whole or not at all. To import again is safe.
 *
 * @throws ApiError NOT_FOUND if there is no such group; NoRecordsError if
 *   the sources contain no record; SourceError if they need too much memory.
 */
export async function runImport(options: ImportOptions, report: ImportReport): Promise<void> {
  await requireGroup(committed, options.groupUid);
  const { sources, close } = await options.open();
  try {
    for await (const batch of readInThread(sources)) {
      report.take(batch);
      await takeIn(batch.advisories, options, report);
      options.onProgress?.(report.counts);
    }
  } finally {
    await close();
  }
  report.requireRecords();
}

async function requireGroup(reads: Reads, uid: string): Promise<void> {
  if ((await reads.get('Group', uid)) === null) throw notFound('Group', uid);
}

type Item = Batch['advisories'][number];

async function takeIn(
  batch: readonly Item[],
  { groupUid, validateOnly, requireAccess }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  if (batch.length === 0) return;
  if (validateOnly) {
    const taken = report.counts.created;
    tell(await snapshot((reads) => planOf(reads, batch, { parent: groupUid, taken })), report);
    return;
  }
  const planned = await transaction(async (tx) => {
    await requireAccess?.();
    await requireGroup(tx, groupUid);
    const plan = await planOf(tx, batch, { parent: groupUid, taken: 0 });
    await tx.insertAll('Advisory', plan.created);
    await tx.updateEach('Advisory', plan.updated, UPDATED);
    return plan;
  });
  tell(planned, report);
  await setTimeout(PAUSE_MS);
}

/** The columns of an advisory that an import may change. */
const UPDATED = [
  'advisoryId',
  'artifactFamily',
  'componentName',
  'componentType',
  'componentLocation',
  'summary',
  'author',
  'severity',
  'severities',
  'status',
  'fixedVersion',
  'aliases',
  'events',
  'origin',
  'updateTime',
] as const;

interface Plan {
  created: RowOf<'Advisory'>[];
  updated: RowOf<'Advisory'>[];
  changes: Change[];
  unchanged: number;
  /** Records that change nothing because a newer one is stored. */
  warnings: Warning[];
  /** Advisories for which a limit of a group leaves no room. */
  refused: Rejection[];
}

function tell({ changes, unchanged, refused, warnings }: Plan, report: ImportReport): void {
  for (const warning of warnings) report.warn(warning);
  for (const rejection of refused) report.reject(rejection);
  for (const change of changes) report.change(change);
  report.counts.unchanged += unchanged;
}

/**
 * The changes of a batch. In a transaction, nothing that it depends on can change before the
 * commit.
 *
 * @param taken the number of new advisories in earlier batches, had they been written.
 */
async function planOf(
  reads: Reads,
  batch: readonly Item[],
  { parent, taken }: { parent: string; taken: number },
): Promise<Plan> {
  const among = mayChange(
    parent,
    batch.map(({ advisory }) => advisory),
  );
  const now = new Date();
  const uids = newChildUids(parent);
  const created = new Map<string, RowOf<'Advisory'>>();
  const updated = new Map<string, RowOf<'Advisory'>>();
  const rows = await reads.find('Advisory', among);
  const apart = rows.map((row) => takenApart(row, () => uids.next().value) ?? [row]);
  for (const [first, ...others] of apart.filter(({ length }) => length > 1)) {
    if (first !== undefined) updated.set(first.uid, { ...first, updateTime: now });
    for (const other of others) created.set(other.uid, { ...other, updateTime: now });
  }
  const known = new KnownAdvisories(apart.flat());
  const plan: Omit<Plan, 'created' | 'updated'> = {
    changes: [],
    unchanged: 0,
    refused: [],
    warnings: [],
  };
  const room = await tightestRoom(reads, 'advisories', parent);
  const left = room === undefined ? Infinity : room.most - room.used - taken;
  // Several records of a batch may be about one advisory, so this includes the earlier changes.
  for (const { advisory, file, line, stored } of targetsIn(batch, known)) {
    const older = olderThan(stored, advisory);
    if (older !== null) {
      plan.unchanged += 1;
      const record = advisory.advisoryId;
      plan.warnings.push({ file, line, record, field: 'modified', warning: older });
      continue;
    }
    for (const row of known.leftOut(advisory)) {
      const left = { ...closed(row, advisory.origin?.modified ?? ''), updateTime: now };
      known.put(left);
      (created.has(left.uid) ? created : updated).set(left.uid, left);
      const { advisoryId, artifactName } = left;
      const fields = ['status', 'events'];
      plan.changes.push({ change: 'UPDATED', advisoryId, artifactName, fields });
    }
    const columns = columnsOf(advisory, stored, now.toISOString());
    if (stored === null && room !== undefined && created.size >= left) {
      const reason = limitReached(room);
      plan.refused.push({ file, line, record: advisory.advisoryId, field: '', reason });
      continue;
    }
    const fields = stored === null ? [] : changedColumns(stored, columns);
    if (stored !== null && fields.length === 0) {
      plan.unchanged += 1;
      continue;
    }
    const row =
      stored === null
        ? { ...columns, uid: uids.next().value, parent, ...newRow(advisory, columns.events, now) }
        : { ...stored, ...columns, updateTime: now };
    known.put(row);
    const isCreated = stored === null || created.has(row.uid);
    (isCreated ? created : updated).set(row.uid, row);
    const { advisoryId, artifactName } = advisory;
    const change = stored === null ? 'CREATED' : 'UPDATED';
    plan.changes.push({ change, advisoryId, artifactName, fields });
  }
  return { ...plan, created: [...created.values()], updated: [...updated.values()] };
}

/** Each record with the stored advisories that it changes, or with none. */
function* targetsIn(batch: readonly Item[], known: KnownAdvisories) {
  for (const item of batch) {
    const found = known.find(item.advisory);
    if (found.length === 0) yield { ...item, stored: null };
    for (const stored of found) yield { ...item, stored };
  }
}

function newRow(advisory: ImportedAdvisory, events: unknown, now: Date) {
  const [oldest] = events as { createTime: string }[];
  const published = new Date(advisory.createTime ?? oldest?.createTime ?? now);
  return {
    // When the vulnerability became known, which may be long before the import.
    createTime: published < now ? published : now,
    updateTime: now,
    revision: 1,
  };
}

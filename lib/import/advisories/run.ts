/**
 * Imports advisories into a group, batch by batch. `files/` reads records, and `formats/` turns them
 * into advisories, both in a thread (`thread/`). `planning/` compares these with what the group has.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { addEventRows, changesOf, type EventRun } from '#lib/audit/event-rows.ts';
import { auditType } from '#lib/audit/record.ts';
import { advisory } from '#lib/resources/advisory.ts';
import { committed, snapshot, type Weight } from '#lib/store/store.ts';
import type { Source } from './batches.ts';
import { whereMayChange } from './planning/known.ts';
import { planOf, type Plan } from './planning/plan.ts';
import type { Counts, ImportReport } from './report.ts';
import { shareOf, transactionIn } from '#lib/limits/shares.ts';
import { readInThread } from './thread/read.ts';
import type { Found } from './types.ts';

/** Longer than other processes wait between two attempts to write. */
const PAUSE_MS = 25;

/** The files of an import, which its end closes. */
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

type RunOptions = ImportOptions & { run: EventRun };

const CREATED = auditType(advisory, 'create');
const CHANGED = auditType(advisory, 'update');

/**
 * Updates `report` as it proceeds, so that the report is also complete if this throws. Each batch
 * is written as a whole or not at all. To import again is safe.
 *
 * @throws ApiError NOT_FOUND if there is no such group; SourceError if the
 *   sources contain no record, or need too much memory.
 */
export async function runImport(options: RunOptions, report: ImportReport): Promise<void> {
  await committed.existing('Group', options.groupUid);
  const { sources, close } = await options.open();
  try {
    for await (const batch of readInThread(sources, await shareOf(options.groupUid))) {
      report.addBatch(batch);
      for await (const part of partsOf(batch.advisories, options.groupUid, report)) {
        if (options.validateOnly) await preview(part, options, report);
        else await write(part, options, report);
      }
      options.onProgress?.(report.counts);
    }
  } finally {
    await close();
  }
  report.requireRecords();
}

/** Stored advisories that are read and written at a time. Others wait as long. */
const AT_ONCE: Weight = { rows: 500, bytes: 2 * 1024 * 1024 };

/** The same for one advisory of a file, which cannot be taken apart. */
const OF_ONE: Weight = { rows: 50_000, bytes: 64 * 1024 * 1024 };

const isWithin = ({ rows, bytes }: Weight, most: Weight) =>
  rows <= most.rows && bytes <= most.bytes;

/** A batch in parts, each of which may change only so many stored advisories. */
async function* partsOf(
  batch: readonly Found[],
  groupUid: string,
  report: ImportReport,
): AsyncGenerator<readonly Found[]> {
  if (batch.length === 0) return;
  const among = whereMayChange(
    groupUid,
    batch.map(({ advisory }) => advisory),
  );
  const weight = await committed.weight('Advisory', among, OF_ONE.rows + 1);
  const [only, ...others] = batch;
  if (isWithin(weight, others.length === 0 ? OF_ONE : AT_ONCE)) yield batch;
  else if (only !== undefined && others.length === 0) {
    const { file, line, advisory } = only;
    const reason = 'may change more stored advisories than one record may';
    report.note({ file, line, record: advisory.advisoryId, field: '', reason });
  } else {
    const half = batch.length >> 1;
    yield* partsOf(batch.slice(0, half), groupUid, report);
    yield* partsOf(batch.slice(half), groupUid, report);
  }
}

/** Plans a batch without writing it. A plan then begins with what the one before would have left. */
async function preview(
  batch: readonly Found[],
  { groupUid }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  let plan: Pick<Plan, 'rest' | 'known'> | undefined;
  do {
    const { rest = batch, known: earlier } = plan ?? {};
    const before = { parent: groupUid, taken: report.counts.created, earlier };
    const next = await snapshot((reads) => planOf(reads, rest, before));
    reportPlan(next, report);
    plan = next;
    await setImmediate();
  } while (plan.rest.length > 0);
}

async function write(
  batch: readonly Found[],
  { groupUid, requireAccess, run }: RunOptions,
  report: ImportReport,
): Promise<void> {
  for (let rest = batch; rest.length > 0;) {
    const planned = await transactionIn(groupUid, async (tx) => {
      await requireAccess?.();
      await tx.existing('Group', groupUid);
      const plan = await planOf(tx, rest, { parent: groupUid, taken: 0 });
      await tx.insertAll('Advisory', plan.created);
      await tx.updateEach('Advisory', plan.updated, UPDATED);
      await addEventRows(tx, run, [
        ...changesOf(CREATED, plan.created.map(uidOf)),
        ...changesOf(CHANGED, plan.updated.map(uidOf)),
      ]);
      return plan;
    });
    reportPlan(planned, report);
    await setTimeout(PAUSE_MS);
    rest = planned.rest;
  }
}

const uidOf = ({ uid }: { uid: string }) => uid;

export const UPDATED = [
  'advisoryId',
  'artifactName',
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

function reportPlan({ changes, unchanged, notes }: Plan, report: ImportReport): void {
  for (const note of notes) report.note(note);
  for (const change of changes) report.change(change);
  report.counts.unchanged += unchanged;
}

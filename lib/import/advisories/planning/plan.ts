/** What a batch of an import creates and changes. */
import { newChildUids } from '#lib/aip/uid.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { limitReached, tightestRoom } from '#lib/store/limits/room.ts';
import type { Reads } from '#lib/store/store.ts';
import { MAX_ADVISORY_LENGTH } from '#lib/import/advisories/files/limits.ts';
import { changedColumns, columnsOf, type AdvisoryColumns } from './changes.ts';
import { KnownAdvisories, whereMayChange } from './known.ts';
import { takenApart } from './mixed.ts';
import { closed, olderThan } from './record-versions.ts';
import type { Change } from '#lib/import/advisories/report.ts';
import type { Found, ImportedAdvisory, Note } from '#lib/import/advisories/types.ts';

export interface Plan {
  created: Advisory[];
  updated: Advisory[];
  changes: Change[];
  unchanged: number;
  /** Records that change nothing because a newer one is stored, or for which there is no room. */
  notes: Note[];
  /** The end of the batch, for a plan of its own after this one is written. */
  rest: readonly Found[];
  /** The stored advisories as they are after the changes. */
  known: KnownAdvisories;
}

/**
 * Many records may be about one advisory with thousands of events, and each is compared with all of
 * them. Others wait as long as a plan takes.
 */
const MOST_COMPARED_EVENTS = 5_000;

/**
 * The changes of a batch. In a transaction, nothing that it depends on can change before the
 * commit.
 *
 * @param taken the number of new advisories in earlier batches, had they been written.
 * @param earlier the advisories after the plan for the beginning of the batch, if it was not written.
 */
export async function planOf(
  reads: Reads,
  batch: readonly Found[],
  { parent, taken, earlier }: { parent: string; taken: number; earlier?: KnownAdvisories },
): Promise<Plan> {
  const among = whereMayChange(
    parent,
    batch.map(({ advisory }) => advisory),
  );
  const now = new Date();
  const uids = newChildUids(parent);
  const created = new Map<string, Advisory>();
  const updated = new Map<string, Advisory>();
  const stored = earlier === undefined ? await reads.uids('Advisory', among, 'uid') : [];
  const rows = await reads.getAll('Advisory', stored);
  const known = earlier ?? new KnownAdvisories(rows);
  const plan: Omit<Plan, 'created' | 'updated' | 'rest'> = {
    known,
    changes: [],
    unchanged: 0,
    notes: [],
  };
  const put = (row: Advisory, isNew: boolean) => {
    known.put(row);
    (isNew || created.has(row.uid) ? created : updated).set(row.uid, row);
  };
  // Also of those that no record of the batch is about: their packages would otherwise stay unknown.
  for (const row of rows) {
    const apart = takenApart(row, () => uids.next().value);
    if (apart === null) continue;
    for (const [at, one] of apart.entries()) put({ ...one, updateTime: now }, at > 0);
    const { file, line } = batch[0] ?? { file: '', line: 0 };
    plan.notes.push({ file, line, ...packagesOf(row, apart) });
  }
  const room = await tightestRoom(reads, 'advisories', parent);
  const left = room === undefined ? Infinity : room.most - room.used - taken;
  // Several records of a batch may be about one advisory, so this includes the earlier changes.
  let planned = 0;
  for (const { advisory, file, line, stored, at } of targetsIn(batch, known)) {
    planned = at + 1;
    const { advisoryId, artifactName } = advisory;
    const older = olderThan(stored, advisory);
    if (older !== null) {
      plan.unchanged += 1;
      plan.notes.push({ file, line, record: advisoryId, field: 'modified', warning: older });
      continue;
    }
    const columns = columnsOf(advisory, stored, now.toISOString());
    const fields = stored === null ? [] : changedColumns(stored, columns);
    const isUnchanged = stored !== null && fields.length === 0;
    const isFull = stored === null && room !== undefined && created.size >= left;
    const tooLong = isUnchanged ? null : lengthProblem(stored, columns);
    const reason = isFull ? limitReached(room) : tooLong;
    if (reason !== null) {
      plan.notes.push({ file, line, record: advisoryId, field: '', reason });
      continue;
    }
    for (const row of known.leftOut(advisory)) {
      put({ ...closed(row, advisory.origin?.modified ?? ''), updateTime: now }, false);
      const { artifactName } = row;
      const fields = ['status', 'events'];
      plan.changes.push({ change: 'UPDATED', advisoryId, artifactName, fields });
    }
    if (isUnchanged) {
      plan.unchanged += 1;
      continue;
    }
    const row =
      stored === null
        ? { ...columns, uid: uids.next().value, parent, ...newRow(advisory, columns.events, now) }
        : { ...stored, ...columns, updateTime: now };
    put(row, stored === null);
    const change = stored === null ? 'CREATED' : 'UPDATED';
    const isJoined = stored !== null && stored.advisoryId !== advisoryId;
    const joined = isJoined && { joinedWith: stored.advisoryId };
    plan.changes.push({ change, advisoryId, artifactName, fields, ...joined });
  }
  const rest = batch.slice(planned);
  return { ...plan, created: [...created.values()], updated: [...updated.values()], rest };
}

const lengthOf = (columns: object): number => JSON.stringify(columns).length;

/** An advisory that an earlier version stored may be longer than the limit, and then must not grow. */
function lengthProblem(stored: Advisory | null, columns: AdvisoryColumns): string | null {
  const length = lengthOf({ ...stored, ...columns });
  if (length <= MAX_ADVISORY_LENGTH || (stored && length <= lengthOf(stored))) return null;
  return `the advisory would have more than ${MAX_ADVISORY_LENGTH} characters`;
}

/** Says of which packages an advisory of an earlier version is. */
function packagesOf(row: Advisory, apart: readonly Advisory[]) {
  const families = apart.map(({ artifactFamily }) => artifactFamily).join(' and ');
  const warning = `the stored advisory did not say of which ${row.artifactName} it is; its statements say ${families}`;
  return { record: row.advisoryId, field: 'artifactName', warning };
}

/** Each record with the stored advisories that it changes, or with none; not all where that takes long. */
function* targetsIn(batch: readonly Found[], known: KnownAdvisories) {
  let compared = 0;
  for (const [at, item] of batch.entries()) {
    if (compared > MOST_COMPARED_EVENTS) return;
    const found = known.find(item.advisory);
    if (found.length === 0) yield { ...item, at, stored: null };
    for (const stored of found) {
      compared += stored.events.length;
      yield { ...item, at, stored };
    }
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

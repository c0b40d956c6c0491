/**
 * The events of a run that the record has in one line: of an import, or of a sync. They are written beside the
 * changes, and get their place from the record at the end of the run.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { all, is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { recordAudit, type AuditEntry } from './record.ts';

/** A change that has no record of its own. */
export interface Changed {
  type: string;
  /** The uid of the resource. */
  subject: string;
}

export interface EventRun {
  /** The same as long as the run is resumed. It begins with its kind and the uid that it is about. */
  run: string;
  /** What stands for all changes of the run that have no event of their own. */
  rest: Changed;
}

/** Changes of a run that have an event of their own. */
const MOST = 10_000;

/** The changes of resources of one kind. */
export const changesOf = (type: string, uids: Iterable<string>): Changed[] =>
  [...uids].map((subject) => ({ type, subject }));

/** In the transaction of the changes. */
export async function addEventRows(
  tx: Transaction,
  { run, rest }: EventRun,
  changes: readonly Changed[],
): Promise<void> {
  if (changes.length === 0) return;
  const written = await tx.count('EventRow', is('run', run));
  const createTime = new Date();
  const place = { chain: '', sequence: null };
  const row = (changed: Changed, nth: number, count: number) => ({
    ...changed,
    ...place,
    run,
    nth,
    count,
    createTime,
  });
  const own = changes.slice(0, Math.max(0, MOST - written));
  await tx.insertAll(
    'EventRow',
    own.map((changed, index) => row(changed, written + index + 1, 1)),
  );
  const left = changes.length - own.length;
  if (left === 0) return;
  const whereRest = all(is('run', run), is('nth', MOST + 1));
  const known = await tx.first('EventRow', whereRest);
  if (known === null) await tx.insertAll('EventRow', [row(rest, MOST + 1, left)]);
  else await tx.note('EventRow', whereRest, { count: known.count + left });
}

/** Records a run, and puts its events behind the record. */
export async function recordRun(tx: Transaction, entry: AuditEntry, run: string): Promise<void> {
  await recordAudit(tx, entry);
  const chain = rootUid(entry.group);
  const end = await tx.chainEnd(chain);
  if (end === null) return;
  const place = { chain, sequence: end.sequence, createTime: new Date() };
  await tx.note('EventRow', all(is('run', run), is('chain', '')), place);
}

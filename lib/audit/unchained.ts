/**
 * Puts records that are not in a chain yet into that of their organization: joined records, whose
 * counts rise until their minute is over, and records that an earlier version has written.
 */
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, lessThan } from '#lib/store/predicates.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';
import { placingIn } from './chain.ts';
import { minuteOf } from './attempts.ts';

/** Few enough that nobody waits long for a turn to write. */
const AT_ONCE = 250;

type Row = RowOf<'AuditEvent'>;

/** @returns how many were put into chains. */
export async function chainRecords(signal?: AbortSignal): Promise<number> {
  for (let count = 0; ;) {
    if (signal?.aborted === true) return count;
    const more = await transaction(chainSome);
    count += more;
    if (more < AT_ONCE) return count;
  }
}

async function chainSome(tx: Transaction): Promise<number> {
  const due = all(is('chain', ''), lessThan('createTime', new Date(minuteOf(Date.now()))));
  const rows = await tx.find('AuditEvent', due, { limit: AT_ONCE });
  const placed = placingIn(tx);
  const chained: Row[] = [];
  for (const row of rows.sort(byTime)) chained.push(await placed(row));
  await tx.updateEach('AuditEvent', chained, ['chain', 'sequence', 'hash']);
  return rows.length;
}

const byTime = (a: Row, b: Row) =>
  a.createTime.getTime() - b.createTime.getTime() || (a.uid < b.uid ? -1 : 1);

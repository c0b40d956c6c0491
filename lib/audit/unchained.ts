/**
 * Puts records that are not in a chain yet into that of their organization: joined records, whose
 * counts rise until their minute is over, and records that an earlier version has written.
 */
import { rootUid } from '#lib/aip/uid.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, lessThan } from '#lib/store/predicates.ts';
import { transaction, type Link, type Transaction } from '#lib/store/store.ts';
import { placeAfter, START } from './chain.ts';
import { noteChanged } from './changed-chains.ts';
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
  const ends = new Map<string, Link>();
  const placed: Row[] = [];
  for (const row of rows.sort(byTime)) {
    const chain = rootUid(row.uid);
    const end = ends.get(chain) ?? (await tx.chainEnd(chain)) ?? START;
    const place = placeAfter(end, chain, row);
    ends.set(chain, place);
    placed.push({ ...row, ...place });
    noteChanged(chain);
  }
  await tx.updateEach('AuditEvent', placed, ['chain', 'sequence', 'hash']);
  return rows.length;
}

const byTime = (a: Row, b: Row) =>
  a.createTime.getTime() - b.createTime.getTime() || (a.uid < b.uid ? -1 : 1);

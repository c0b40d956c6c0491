/**
 * Who calls v1. Calls are counted in memory by identity and operation, and written within a minute. No
 * request waits for it.
 */
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';
import { whereSeen } from '#lib/store/was-seen.ts';

type Row = RowOf<'V1Caller'>;
type Key = Pick<Row, 'identityUid' | 'operation'>;

interface Counts {
  /** The calls that are not written yet. */
  pending: Map<string, Row>;
  timer: NodeJS.Timeout | null;
  /** The writes so far, one after the other. */
  writing: Promise<void>;
}

const counts = perProcess<Counts>('v1Callers', () => ({
  pending: new Map(),
  timer: null,
  writing: Promise.resolve(),
}));

const keyOf = ({ identityUid, operation }: Key) => `${identityUid} ${operation}`;

/** @param identities every identity of the caller, which may be in different organizations. */
export function countV1Call(identities: readonly string[], operation: string): void {
  if (identities.length === 0) return;
  const time = new Date();
  const { pending } = counts.value;
  for (const identityUid of identities) {
    add(pending, { identityUid, operation, count: 1, firstTime: time, lastTime: time });
  }
  writeSoon();
}

function writeSoon(): void {
  counts.value.timer ??= setTimeout(() => void writeV1Callers(), config().pace.v1WriteMs).unref();
}

function add(pending: Map<string, Row>, row: Row): void {
  const known = pending.get(keyOf(row));
  pending.set(keyOf(row), known === undefined ? row : joined(known, row));
}

function joined(a: Row, b: Row): Row {
  return {
    ...a,
    count: a.count + b.count,
    firstTime: a.firstTime < b.firstTime ? a.firstTime : b.firstTime,
    lastTime: a.lastTime > b.lastTime ? a.lastTime : b.lastTime,
  };
}

/** Never rejects: calls that cannot be written are counted again and written later. */
export function writeV1Callers(): Promise<void> {
  const current = counts.value;
  clearTimeout(current.timer ?? undefined);
  current.timer = null;
  const rows = [...current.pending.values()];
  current.pending.clear();
  if (rows.length === 0) return current.writing;
  current.writing = current.writing
    .then(() => transaction((tx) => addRows(tx, rows)))
    .catch((error: unknown) => {
      for (const row of rows) add(current.pending, row);
      writeSoon();
      logError('cannot record who calls v1', error);
    });
  return current.writing;
}

async function addRows(tx: Transaction, rows: readonly Row[]): Promise<void> {
  const uids = [...new Set(rows.map(({ identityUid }) => identityUid))];
  // Identities may have been deleted since. An organization that merely names a caller learns nothing.
  const used = new Set(await tx.uids('Identity', all(isIn('uid', uids), whereSeen), 'uid'));
  const stored = await tx.find('V1Caller', isIn('identityUid', uids));
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const fresh: Row[] = [];
  for (const row of rows.filter(({ identityUid }) => used.has(identityUid))) {
    const before = known.get(keyOf(row));
    if (before !== undefined) await tx.note('V1Caller', whereKey(row), joined(before, row));
    else fresh.push(row);
  }
  await tx.insertAll('V1Caller', fresh);
}

function whereKey({ identityUid, operation }: Key) {
  return all(is('identityUid', identityUid), is('operation', operation));
}

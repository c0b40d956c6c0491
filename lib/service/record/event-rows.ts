/** Keeps the events that a record stands for: those of a run that was killed get a record, and old ones go. */
import { isUid, parentUid } from '#lib/aip/uid.ts';
import { recordRun } from '#lib/audit/event-rows.ts';
import { eventOf, programActor } from '#lib/audit/record.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import { advisory } from '#lib/resources/advisory.ts';
import { registrySource } from '#lib/resources/registry-source.ts';
import { keptSince } from '#lib/service/events/places.ts';
import { all, atLeast, is, lessThan, not } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';

/** A run that wrote nothing for so long is over. */
const OVER_MS = 60 * 60 * 1000;
const AT_A_TIME = 500;

export async function keepEventRows(): Promise<void> {
  await recordKilled();
  await removeOld();
}

const whereOpen = is<'chain' | 'createTime'>('chain', '');

/** Its changes stayed, and nothing else says so. */
async function recordKilled(): Promise<void> {
  const before = new Date(Date.now() - OVER_MS);
  const where = all(whereOpen, lessThan('createTime', before));
  const rows = await committed.find('EventRow', where, { limit: AT_A_TIME });
  for (const run of new Set(rows.map((row) => row.run))) {
    const [, of = ''] = run.split(' ');
    if (isUid(of)) await transactionIn(of, (tx) => recordOver(tx, run, before));
  }
}

async function recordOver(tx: Transaction, run: string, before: Date): Promise<void> {
  const [kind, of = '', id] = run.split(' ');
  const whereRun = all(is('run', run), whereOpen);
  // It runs in another process.
  if ((await tx.first('EventRow', all(whereRun, atLeast('createTime', before)))) !== null) return;
  const changes = await tx.count('EventRow', whereRun);
  if (changes === 0) return;
  const isImport = kind === 'import';
  const source = isImport ? null : await tx.get('RegistrySource', of);
  // It is resumed.
  if (source?.run != null && source.run.startTime === id) return;
  const event = isImport
    ? eventOf(advisory, 'import', of)
    : eventOf(registrySource, 'sync', of, parentUid(of));
  const after = { error: 'the process was killed', changes };
  await recordRun(tx, { ...programActor('event upkeep'), ...event, after }, run);
}

/** One run at a time, so that nobody waits long for a turn to write. */
async function removeOld(): Promise<void> {
  for (;;) {
    const where = all(not(whereOpen), lessThan('createTime', keptSince()));
    const row = await committed.first('EventRow', where);
    if (row === null) return;
    await transaction((tx) => tx.deleteAll('EventRow', all(where, is('run', row.run))));
  }
}

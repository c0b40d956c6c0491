/** The rows that say what became of events of a subscription. */
import { rootUid } from '#lib/aip/uid.ts';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import type { WebhookAnswer } from '#lib/net/webhook-request.ts';
import { config } from '#lib/config.ts';
import { matchesAny } from '#lib/resources/event-patterns.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, isIn, lessThan, moreThan, not, atMost } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads, type Transaction } from '#lib/store/store.ts';
import { factsAt } from '../facts.ts';
import { seenOf } from '../follow.ts';
import { eventUid, keptSince, placeOf } from '../places.ts';
import type { EventSight } from '../sight.ts';
import { isGone, isSuccess, nextTry } from './schedule.ts';

export type Delivery = RowOf<'Delivery'>;

/** An event that is to be sent. */
export interface Job {
  row: Delivery;
  event: EventJson;
}

/** While so many events wait for another try, the record is not read any further. */
export const MAX_WAITING = 1_000;

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long it is known what became of an event. */
const LOG_MS = 14 * DAY_MS;
/** How many events of a subscription that is known of at most, the newest ones. */
const LOG_ROWS = 5_000;

/** A row of an event that was not tried yet. */
export function newDelivery(
  subscriptionUid: string,
  { uid: eventUid = '', subject = '' }: Pick<EventJson, 'uid' | 'subject'>,
  now = new Date(),
): Delivery {
  return {
    subscriptionUid,
    eventUid,
    subject,
    state: 'WAITING',
    attempts: 0,
    nextTime: now,
    tryTime: null,
    status: null,
    problem: '',
    answer: '',
    milliseconds: 0,
    createTime: now,
  };
}

/** The row after a try. */
export function settled(row: Delivery, tried: WebhookAnswer): Delivery {
  const { status, problem, answer, milliseconds } = tried;
  const attempts = row.attempts + 1;
  const known = { ...row, attempts, tryTime: new Date(), status, problem, answer, milliseconds };
  if (isSuccess(tried)) return { ...known, state: 'DELIVERED', nextTime: null };
  // It waits until somebody enables the subscription again.
  if (isGone(tried)) return { ...known, nextTime: null };
  const nextTime = nextTry(tried, attempts, { factor: config().pace.webhookWaits });
  return { ...known, state: nextTime === null ? 'FAILED' : 'WAITING', nextTime };
}

/** The row of an event that cannot be sent any more. */
const ended = (row: Delivery, problem: string): Delivery => ({
  ...row,
  state: 'FAILED',
  nextTime: null,
  problem,
});

const whereWaiting = (uid: string) => all(is('subscriptionUid', uid), is('state', 'WAITING'));

const EARLIEST = { column: 'eventUid', descending: false } as const;

/** How many events of a subscription wait. */
export const countWaiting = (reads: Reads, uid: string): Promise<number> =>
  reads.count('Delivery', whereWaiting(uid));

/** Those of a subscription whose time has come, the earliest events first. */
export const dueOf = (uid: string, now: Date, limit: number): Promise<Delivery[]> =>
  committed.find('Delivery', all(whereWaiting(uid), atMost('nextTime', now)), {
    order: EARLIEST,
    limit,
  });

/** The earliest event of each of the subjects that waits for a later time. */
export async function blockersOf(
  uid: string,
  subjects: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Delivery>> {
  if (subjects.length === 0) return new Map();
  const where = all(
    whereWaiting(uid),
    moreThan('nextTime', now),
    isIn('subject', [...new Set(subjects)]),
  );
  const rows = await committed.find('Delivery', where, { order: EARLIEST, limit: MAX_WAITING });
  return new Map(rows.toReversed().map((row) => [row.subject, row]));
}

/**
 * Reads the events again: what their reader sees by now is sent, and nothing of the others. Where records are
 * large, the last ones stay for the next time.
 *
 * @param rows in the order of their events.
 */
export async function eventsOf(
  rows: readonly Delivery[],
  { parent, types }: Pick<RowOf<'Subscription'>, 'parent' | 'types'>,
  sight: EventSight,
): Promise<{ jobs: Job[]; ended: Delivery[] }> {
  if (rows.length === 0) return { jobs: [], ended: [] };
  const chain = rootUid(parent);
  const places = rows.map((row) => placeOf(row.eventUid, 'uid'));
  const sequences = places.map(({ sequence }) => sequence);
  const where = all(is('chain', chain), isIn('sequence', [...new Set(sequences)]));
  const order = { column: 'sequence', descending: false } as const;
  const found = await committed.inOrder('AuditEvent', where, order, rows.length);
  const last = found.at(-1)?.sequence ?? Infinity;
  const since = keptSince();
  const records = found.filter(({ createTime }) => createTime >= since);
  const facts = await factsAt(places, records);
  const events = seenOf(facts, sight);
  const byUid = new Map(events.map((event) => [event.uid, event]));
  const kept = new Set(facts.map((fact) => eventUid({ ...fact, sequence: fact.sequence ?? 0 })));
  const known: { jobs: Job[]; ended: Delivery[] } = { jobs: [], ended: [] };
  rows.forEach((row, index) => {
    if ((sequences[index] ?? 0) > last) return;
    const event = byUid.get(row.eventUid);
    if (event === undefined) {
      known.ended.push(ended(row, kept.has(row.eventUid) ? 'NO_RIGHTS' : 'EXPIRED'));
    } else if (matchesAny(types, event.type ?? '')) known.jobs.push({ row, event });
    else known.ended.push(ended(row, 'NOT_CHOSEN'));
  });
  return known;
}

/** Writes rows in the place of those of the same events. */
export async function putDeliveries(tx: Transaction, rows: readonly Delivery[]): Promise<void> {
  const uids = new Set(rows.map(({ subscriptionUid }) => subscriptionUid));
  for (const uid of uids) {
    const own = rows.filter(({ subscriptionUid }) => subscriptionUid === uid);
    const events = isIn(
      'eventUid',
      own.map(({ eventUid }) => eventUid),
    );
    await tx.deleteAll('Delivery', all(is('subscriptionUid', uid), events));
    await tx.insertAll('Delivery', own);
  }
}

/** When those that wait are tried; null for not before somebody enables their subscription. */
export const rescheduleWaiting = (tx: Transaction, uid: string, nextTime: Date | null) =>
  tx.note('Delivery', whereWaiting(uid), { nextTime });

/** Removes rows that are older than the log, also of subscriptions that send nothing any more. */
export async function pruneOld(): Promise<void> {
  const before = new Date(Date.now() - LOG_MS);
  const where = all(
    lessThan('createTime', before),
    not(is<'state' | 'createTime'>('state', 'WAITING')),
  );
  if ((await committed.first('Delivery', where)) === null) return;
  await transaction((tx) => tx.deleteAll('Delivery', where));
}

/** Removes rows that are older than the log, and the oldest of too many. */
export async function pruneDeliveries(tx: Transaction, uid: string): Promise<void> {
  const whereOver = all(is('subscriptionUid', uid), not(is('state', 'WAITING')));
  const before = new Date(Date.now() - LOG_MS);
  await tx.deleteAll('Delivery', all(whereOver, lessThan('createTime', before)));
  const excess = (await tx.count('Delivery', whereOver)) - LOG_ROWS;
  if (excess <= 0) return;
  const order = { column: 'eventUid', descending: false } as const;
  const last = (await tx.find('Delivery', whereOver, { order, limit: excess })).at(-1);
  if (last === undefined) return;
  await tx.deleteAll('Delivery', all(whereOver, atMost('eventUid', last.eventUid)));
}

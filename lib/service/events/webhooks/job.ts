/**
 * Delivers events, and sends digests, while the server runs: one process of an installation does, at the ends of
 * the chains.
 */
import { config } from '#lib/config.ts';
import { periodically } from '#lib/periodically.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, atMost, is, isIn, not } from '#lib/store/predicates.ts';
import { accessRevision, committed, transaction } from '#lib/store/store.ts';
import { dueDigests, isDigest } from '../digests/due.ts';
import { sendDigest } from '../digests/send.ts';
import { factsAfter, isAsFar, type Facts, type Reached } from '../facts.ts';
import { deliver, positionOf, type Progress, type Task } from './batch.ts';
import { pruneOld } from './deliveries.ts';
import { deliveryLease } from './lease.ts';
import { pausedAfterFault } from './pause.ts';

type Subscription = RowOf<'Subscription'>;

const PROBLEM = 'cannot deliver events';
/** Events that are read at a time, which bounds what a process that is killed sends again. */
const AT_A_TIME = 100;
/** How many records may be read without an event before the place is written. */
const UNWRITTEN = 1_000;
const MAX_DUE = 200;
const PRUNE_MS = 10 * 60_000;
/** For how many looks a subscription that is behind continues at once. */
const TURN_TICKS = 5;

/** How far the record was read for each subscription. Only a part of it is written. */
type Positions = Map<string, Progress>;

/** The subscription where it is, if more was read for it than is written. */
function advanced(row: Subscription, end: Reached | undefined): Subscription {
  if (end === undefined || isAsFar(positionOf(row), end)) return row;
  return { ...row, position: end.sequence, taken: end.taken };
}

/** @returns stops it, after the requests that are under way were interrupted. */
export function deliverEvents(): () => Promise<void> {
  const lease = deliveryLease();
  const running = new Map<string, Promise<void>>();
  const positions: Positions = new Map();
  const dueAmongDigests = dueDigests();
  const stop = new AbortController();
  const run = (uid: string, work: Promise<void>) => {
    running.set(uid, work);
    void work.finally(() => running.delete(uid));
  };
  const stopTicking = periodically(config().pace.deliveryTickMs, PROBLEM, async () => {
    const active = await committed.rows('Subscription', not(is('state', 'DISABLED')));
    const uids = new Set(active.map(({ uid }) => uid));
    for (const uid of positions.keys()) if (!uids.has(uid)) positions.delete(uid);
    if (active.length === 0) return;
    if (!(await lease.hold())) {
      positions.clear();
      return;
    }
    const free = active.filter(({ uid }) => !running.has(uid));
    for (const row of await dueAmongDigests(free.filter(isDigest))) {
      run(row.uid, pausedAfterFault(sendDigest(row), stop.signal));
    }
    const webhooks = free.filter((row) => !isDigest(row));
    for (const [uid, work] of await begun(webhooks, positions, [...running.keys()], stop.signal)) {
      run(uid, work);
    }
  });
  const stopPruning = periodically(PRUNE_MS, 'cannot prune deliveries', pruneOld);
  return async () => {
    stop.abort();
    await Promise.all([stopTicking(), stopPruning()]);
    await Promise.all(running.values());
    await lease.release();
  };
}

/** Begins the work of each subscription that has something to do. */
async function begun(
  subscriptions: readonly Subscription[],
  positions: Positions,
  busy: readonly string[],
  signal: AbortSignal,
): Promise<[string, Promise<void>][]> {
  const due = await dueAmong(busy);
  const read = factsOnce();
  const found = [];
  for (const row of subscriptions) {
    const isDue = due.has(row.uid);
    if (!isDue && positions.get(row.uid)?.isStuck === true) continue;
    const subscription = advanced(row, positions.get(row.uid)?.end);
    const from = positionOf(subscription);
    const facts = await read(from);
    const isNew = !isAsFar(from, facts.reached);
    if (isNew || isDue) found.push({ row, task: { subscription, ...facts, isDue } });
  }
  // After the records, so that nobody gets an event by a right that was gone before it happened.
  const revision = await accessRevision();
  return found.map(({ row, task }) => {
    const work = catchUp({ ...task, revision }, row, positions, signal);
    return [row.uid, pausedAfterFault(work, signal)];
  });
}

/** Goes through the record to its end, or for so long that the lease is looked at again. */
async function catchUp(first: Task, row: Subscription, positions: Positions, signal: AbortSignal) {
  const until = performance.now() + TURN_TICKS * config().pace.deliveryTickMs;
  let task = first;
  for (;;) {
    const progress = await deliver(task, signal);
    const { end } = progress;
    await advance(positions, row, progress);
    const isMore = task.isCut && !isAsFar(positionOf(task.subscription), end);
    if (!isMore || signal.aborted || performance.now() > until) return;
    const current = await committed.get('Subscription', row.uid);
    if (current === null || current.state === 'DISABLED') return;
    const facts = await factsAfter(end, AT_A_TIME);
    const subscription = advanced(current, end);
    task = { subscription, ...facts, isDue: false, revision: await accessRevision() };
  }
}

/**
 * The subscriptions with events whose time has come, however many events of one there are.
 *
 * @param busy those that are at it.
 */
async function dueAmong(busy: readonly string[]): Promise<ReadonlySet<string>> {
  const due = new Set<string>();
  const now = new Date();
  const order = { column: 'nextTime', descending: false } as const;
  for (;;) {
    const others = not(isIn('subscriptionUid', [...busy, ...due]));
    const where = all(atMost('nextTime', now), others);
    const rows = await committed.find('Delivery', where, { order, limit: MAX_DUE });
    for (const { subscriptionUid } of rows) due.add(subscriptionUid);
    if (rows.length < MAX_DUE) return due;
  }
}

/** Most subscriptions of an organization are at the same place, so each part is read once. */
function factsOnce() {
  const known = new Map<string, Promise<Facts>>();
  return (from: Reached) => {
    const key = Object.values(from).join('/');
    const facts = known.get(key) ?? factsAfter(from, AT_A_TIME);
    known.set(key, facts);
    return facts;
  };
}

/** Writes a place only now and then where there was no event, so that writes of others stay cheap. */
async function advance(positions: Positions, { uid, position }: Subscription, progress: Progress) {
  const { end } = progress;
  positions.set(uid, progress);
  const { sequence, taken } = end;
  if (sequence - position < UNWRITTEN) return;
  await transaction((tx) =>
    tx.note('Subscription', all(is('uid', uid), atMost('position', sequence)), {
      position: sequence,
      taken,
    }),
  );
}

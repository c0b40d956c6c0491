/** The next events of one subscription: reads them, sends them and writes what came of it. */
import { rootUid } from '#lib/aip/uid.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { matchesAny } from '#lib/resources/event-patterns.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { transaction } from '#lib/store/store.ts';
import { isAsFar, type Fact, type Reached } from '../facts.ts';
import { seenOf } from '../follow.ts';
import {
  blockersOf,
  countWaiting,
  dueOf,
  eventsOf,
  MAX_WAITING,
  newDelivery,
  pruneDeliveries,
  putDeliveries,
  rescheduleWaiting,
  type Delivery,
  type Job,
} from './deliveries.ts';
import { lanesOf, runLanes } from './lanes.ts';
import { secretsOf, sendEvent } from './message.ts';
import { sightOfSubscription } from './sight.ts';
import { warnOwners } from './warn.ts';
import { noteState, nextState } from './states.ts';
import { committed } from '#lib/store/store.ts';

type Subscription = RowOf<'Subscription'>;

/** Events that are tried again at a time. */
const AT_A_TIME = 100;

/** What a subscription has to do. */
export interface Task {
  subscription: Subscription;
  /** What follows its position, and how far that comes. */
  facts: readonly Fact[];
  reached: Reached;
  /** Whether there is more. */
  isCut: boolean;
  /** Whether events wait whose time has come. */
  isDue: boolean;
  revision: string;
}

/** How far a subscription is. */
export interface Progress {
  /** What was read for it, whether it got an event of it or not. */
  end: Reached;
  /** Whether so many events wait that nothing can be done before one of them is due. */
  isStuck: boolean;
}

/** What was read for a subscription. */
export const positionOf = ({ parent, position, taken }: Subscription): Reached => ({
  chain: rootUid(parent),
  sequence: position,
  taken,
});

export async function deliver(task: Task, signal: AbortSignal): Promise<Progress> {
  const { subscription, facts, reached: end, isDue } = task;
  const { uid, types } = subscription;
  const sight = await sightOfSubscription(subscription, task.revision);
  const rights = sight.length > 0;
  if (rights !== (subscription.reason !== 'NO_RIGHTS')) {
    await noteState(subscription, rights ? { state: 'ACTIVE', reason: '' } : NO_RIGHTS);
  }
  const chosen = facts.filter(({ type }) => matchesAny(types, type));
  const events = seenOf(chosen, sight);
  if (events.length === 0 && !isDue) return { end, isStuck: false };
  const isFull = (await countWaiting(committed, uid)) >= MAX_WAITING;
  if (isFull && !isDue) return { end: positionOf(subscription), isStuck: true };
  const now = new Date();
  const due = await dueOf(uid, now, AT_A_TIME);
  // Events of the record come after all that wait and are due.
  const isHeld = isFull || (subscription.ordered && due.length > 0 && events.length > 0);
  const fresh = isHeld ? [] : events.map((event) => ({ row: newDelivery(uid, event), event }));
  const { jobs, held, ended } = await planned(subscription, { due, fresh, now }, sight);
  const secrets = secretsOf(subscription);
  const send = (event: Job['event']) => sendEvent(subscription, secrets, event, signal);
  const tried = await runLanes(lanesOf(jobs, subscription.ordered), send, signal);
  const read = isHeld ? positionOf(subscription) : end;
  await write(subscription, { tried, others: [...held, ...ended], end: read });
  return { end: read, isStuck: false };
}

const NO_RIGHTS = { state: 'FAILING', reason: 'NO_RIGHTS' } as const;

interface Waiting {
  /** Those that wait and whose time has come, in the order of their events. */
  due: readonly Delivery[];
  fresh: readonly Job[];
  now: Date;
}

/** Which events are sent now, and which wait for earlier ones of their subject. */
async function planned(
  subscription: Subscription,
  { due, fresh, now }: Waiting,
  sight: Parameters<typeof eventsOf>[2],
) {
  const { uid, ordered } = subscription;
  const subjects = [...due, ...fresh.map(({ row }) => row)].map(({ subject }) => subject);
  const blockers = ordered ? await blockersOf(uid, subjects, now) : new Map<string, Delivery>();
  const isFree = (row: Delivery) => {
    const blocker = blockers.get(row.subject);
    return blocker === undefined || row.eventUid < blocker.eventUid;
  };
  const again = await eventsOf(due.filter(isFree), subscription, sight);
  const held = [...due, ...fresh.map(({ row }) => row)].filter((row) => !isFree(row));
  return {
    jobs: [...again.jobs, ...fresh.filter(({ row }) => isFree(row))],
    held: held.map((row) => ({ ...row, nextTime: blockers.get(row.subject)?.nextTime ?? now })),
    ended: again.ended,
  };
}

interface Outcome {
  tried: readonly Delivery[];
  others: readonly Delivery[];
  end: Reached;
}

/** Prunes at each so many-th event, so that the log of a busy subscription stays small. */
const PRUNED_AT = 500;

const isPrunedAt = (before: Subscription, end: Reached) =>
  Math.floor(end.sequence / PRUNED_AT) !== Math.floor(before.position / PRUNED_AT) ||
  Math.floor(end.taken / PRUNED_AT) !== Math.floor(before.taken / PRUNED_AT);

/** In one transaction, so that no event is lost and none is forgotten to have been sent. */
async function write(subscription: Subscription, { tried, others, end }: Outcome): Promise<void> {
  const { uid, parent } = subscription;
  const place = { chain: rootUid(parent), share: await shareOf(parent) };
  const isWarned = await transaction(async (tx) => {
    const current = await tx.get('Subscription', uid);
    if (current === null) return false;
    await putDeliveries(tx, [...tried, ...others]);
    const before = positionOf(current);
    const warns = await nextState(tx, current, tried, isAsFar(before, end) ? before : end);
    // Somebody disabled it meanwhile.
    if (current.state === 'DISABLED') await rescheduleWaiting(tx, uid, null);
    if (isPrunedAt(subscription, end)) await pruneDeliveries(tx, uid);
    return warns;
  }, place);
  if (isWarned) warnOwners(subscription);
}

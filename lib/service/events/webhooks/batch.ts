/** The next events of one subscription: reads them, sends them and writes what came of it. */
import { rootUid } from '#lib/aip/uid.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { matchesAny } from '#lib/resources/event-patterns.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { transaction } from '#lib/store/store.ts';
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
import { noteState, nextState } from './states.ts';
import { committed } from '#lib/store/store.ts';

type Subscription = RowOf<'Subscription'>;
type Record = RowOf<'AuditEvent'>;

/** Events that are tried again at a time. */
const AT_A_TIME = 100;

/** What a subscription has to do. */
export interface Task {
  subscription: Subscription;
  /** The records after its position. */
  records: readonly Record[];
  /** Whether events wait whose time has come. */
  isDue: boolean;
  revision: string;
}

/** How far a subscription is. */
export interface Progress {
  /** The number of the last record that was read for it, whether it got an event of it or not. */
  end: number;
  /** Whether so many events wait that nothing can be done before one of them is due. */
  isStuck: boolean;
}

export async function deliver(task: Task, signal: AbortSignal): Promise<Progress> {
  const { subscription, records, isDue } = task;
  const { uid, position, types } = subscription;
  const sight = await sightOfSubscription(subscription, task.revision);
  const rights = sight.length > 0;
  if (rights !== (subscription.reason !== 'NO_RIGHTS')) {
    await noteState(subscription, rights ? { state: 'ACTIVE', reason: '' } : NO_RIGHTS);
  }
  const end = records.at(-1)?.sequence ?? position;
  const chosen = records.filter(({ type }) => matchesAny(types, type));
  const events = seenOf(chosen, sight);
  if (events.length === 0 && !isDue) return { end, isStuck: false };
  const isFull = (await countWaiting(committed, uid)) >= MAX_WAITING;
  if (isFull && !isDue) return { end: position, isStuck: true };
  const now = new Date();
  const due = await dueOf(uid, now, AT_A_TIME);
  // Events of the record come after all that wait and are due.
  const isHeld = isFull || (subscription.ordered && due.length > 0 && events.length > 0);
  const fresh = isHeld ? [] : events.map((event) => ({ row: newDelivery(uid, event), event }));
  const { jobs, held, ended } = await planned(subscription, { due, fresh, now }, sight);
  const secrets = secretsOf(subscription);
  const send = (event: Job['event']) => sendEvent(subscription, secrets, event, signal);
  const tried = await runLanes(lanesOf(jobs, subscription.ordered), send, signal);
  const read = isHeld ? position : end;
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
  { uid, parent, ordered }: Subscription,
  { due, fresh, now }: Waiting,
  sight: Parameters<typeof eventsOf>[2],
) {
  const subjects = [...due, ...fresh.map(({ row }) => row)].map(({ subject }) => subject);
  const blockers = ordered ? await blockersOf(uid, subjects, now) : new Map<string, Delivery>();
  const isFree = (row: Delivery) => {
    const blocker = blockers.get(row.subject);
    return blocker === undefined || row.eventUid < blocker.eventUid;
  };
  const again = await eventsOf(due.filter(isFree), parent, sight);
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
  /** The number of the last record that was read. */
  end: number;
}

/** Prunes at each so many-th event, so that the log of a busy subscription stays small. */
const PRUNED_AT = 500;

/** In one transaction, so that no event is lost and none is forgotten to have been sent. */
async function write(subscription: Subscription, { tried, others, end }: Outcome): Promise<void> {
  const { uid, parent, position } = subscription;
  const place = { chain: rootUid(parent), share: await shareOf(parent) };
  await transaction(async (tx) => {
    const current = await tx.get('Subscription', uid);
    if (current === null) return;
    await putDeliveries(tx, [...tried, ...others]);
    await nextState(tx, current, tried, Math.max(current.position, end));
    // Somebody disabled it meanwhile.
    if (current.state === 'DISABLED') await rescheduleWaiting(tx, uid, null);
    if (Math.floor(end / PRUNED_AT) !== Math.floor(position / PRUNED_AT)) {
      await pruneDeliveries(tx, uid);
    }
  }, place);
}

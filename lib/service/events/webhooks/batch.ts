/** The next events of one subscription: reads them, sends them and writes what came of it. */
import { rootUid } from '#lib/aip/uid.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { matchesAny } from '#lib/resources/event-patterns.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { transaction } from '#lib/store/store.ts';
import { seenOf } from '../follow.ts';
import {
  eventsOf,
  newDelivery,
  pruneDeliveries,
  putDeliveries,
  waitingOf,
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

/** While so many events wait for another try, the record is not read any further. */
const MAX_WAITING = 1_000;

/** What a subscription has to do. */
export interface Task {
  subscription: Subscription;
  /** The records after its position. */
  records: readonly Record[];
  /** Whether events wait whose time has come. */
  isDue: boolean;
  revision: string;
}

/** The number of the last record that was read for the subscription, whether it got an event of it or not. */
export async function deliver(task: Task, signal: AbortSignal): Promise<number> {
  const { subscription, records, isDue } = task;
  const { uid, parent, position, types } = subscription;
  const sight = await sightOfSubscription(subscription, task.revision);
  const rights = sight.length > 0;
  if (rights !== (subscription.reason !== 'NO_RIGHTS')) {
    await noteState(subscription, rights ? { state: 'ACTIVE', reason: '' } : NO_RIGHTS);
  }
  const end = records.at(-1)?.sequence ?? position;
  const chosen = records.filter(({ type }) => matchesAny(types, type));
  const { events } = seenOf(chosen, { chain: rootUid(parent), sequence: position, nth: 0 }, sight);
  if (events.length === 0 && !isDue) return end;
  const waiting = await waitingOf(committed, uid, MAX_WAITING);
  const isFull = waiting.length >= MAX_WAITING;
  const fresh = isFull ? [] : events.map((event) => ({ row: newDelivery(uid, event), event }));
  const { jobs, held, ended } = await planned(subscription, waiting, fresh, sight);
  const secrets = secretsOf(subscription);
  const send = (event: Job['event']) => sendEvent(subscription, secrets, event, signal);
  const tried = await runLanes(lanesOf(jobs, subscription.ordered), send, signal);
  await write(subscription, { tried, others: [...held, ...ended], end: isFull ? position : end });
  return isFull ? position : end;
}

const NO_RIGHTS = { state: 'FAILING', reason: 'NO_RIGHTS' } as const;

/** Which events are sent now, and which wait for earlier ones of their subject. */
async function planned(
  { parent, ordered }: Subscription,
  waiting: readonly Delivery[],
  fresh: readonly Job[],
  sight: Parameters<typeof eventsOf>[2],
) {
  const now = Date.now();
  const isDue = ({ nextTime }: Delivery) => nextTime !== null && nextTime.getTime() <= now;
  // The first of its subject that is not due holds back all later ones.
  const blocked = new Map<string, Delivery>();
  const due: Delivery[] = [];
  for (const row of waiting) {
    if (ordered && blocked.has(row.subject)) continue;
    if (isDue(row)) due.push(row);
    else blocked.set(row.subject, row);
  }
  const again = await eventsOf(due, parent, sight);
  const holder = ({ row }: Job) => (ordered ? blocked.get(row.subject) : undefined);
  return {
    jobs: [...again.jobs, ...fresh.filter((job) => holder(job) === undefined)],
    held: fresh.flatMap((job) => {
      const by = holder(job);
      return by === undefined ? [] : [{ ...job.row, nextTime: by.nextTime }];
    }),
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
    if (Math.floor(end / PRUNED_AT) !== Math.floor(position / PRUNED_AT)) {
      await pruneDeliveries(tx, uid);
    }
  }, place);
}

/** Whether a subscription delivers, and why not. */
import { rootUid } from '#lib/aip/uid.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { subscription as definition } from '#lib/resources/subscription.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';
import type { Reached } from '../facts.ts';
import { rescheduleWaiting, type Delivery } from './deliveries.ts';
import { isGone, isSuccess } from './schedule.ts';

type Subscription = RowOf<'Subscription'>;
type State = Pick<Subscription, 'state' | 'reason'>;

const MINUTE_MS = 60_000;
/** After so long without any success it is disabled. */
const GIVES_UP_MS = 5 * 24 * 60 * MINUTE_MS;
/** What waits is tried at once when a target answers again that did not for so long. */
const LONG_MS = 5 * MINUTE_MS;

const DAY_MS = 24 * 60 * MINUTE_MS;
/** Days of failures alone after which owners get an e-mail. */
const WARNED_AT = [1, 4];

const ACTIVE: State = { state: 'ACTIVE', reason: '' };
const NOT_DELIVERED = 'NOT_DELIVERED';

type Since = Pick<Subscription, 'stateTime' | 'createTime'>;

const sinceOf = ({ stateTime, createTime }: Since) => (stateTime ?? createTime).getTime();

/** The state after some tries; null if it stays. */
export function stateAfter(
  { state, reason, stateTime, createTime }: Since & State,
  tried: readonly Pick<Delivery, 'status'>[],
  now = Date.now(),
): State | null {
  if (state === 'DISABLED' || tried.length === 0) return null;
  if (tried.some(isGone)) return { state: 'DISABLED', reason: 'GONE' };
  if (tried.some(isSuccess)) return state === 'ACTIVE' ? null : ACTIVE;
  if (reason !== NOT_DELIVERED) return { state: 'FAILING', reason: NOT_DELIVERED };
  const isOver = now - sinceOf({ stateTime, createTime }) >= GIVES_UP_MS;
  return isOver ? { state: 'DISABLED', reason: NOT_DELIVERED } : null;
}

/** How many e-mails should have been sent after tries that all failed. */
export function warningsAfter(
  before: Since & Pick<Subscription, 'reason' | 'warnings'>,
  now = Date.now(),
): number {
  if (before.reason !== NOT_DELIVERED) return 0;
  const days = (now - sinceOf(before)) / DAY_MS;
  return Math.max(before.warnings, WARNED_AT.filter((day) => days >= day).length);
}

/** Writes how far the record was read, and the state after the tries. No ETag covers them. @returns whether owners get an e-mail. */
export async function nextState(
  tx: Transaction,
  before: Subscription,
  tried: readonly Delivery[],
  { sequence: position, taken }: Reached,
): Promise<boolean> {
  const { uid } = before;
  // An interrupted one has not been tried.
  const done = tried.filter(({ tryTime }) => tryTime !== null);
  const next = stateAfter(before, done);
  const now = new Date();
  const warnings = done.length === 0 ? before.warnings : warningsAfter(before);
  const columns =
    next === null
      ? { position, taken, warnings }
      : { position, taken, warnings: 0, ...next, stateTime: now };
  await tx.note('Subscription', is('uid', uid), columns);
  if (next === null) return warnings > before.warnings;
  if (next.state === 'DISABLED') await recordDisabled(tx, before, { ...before, ...columns });
  const wasLong = now.getTime() - sinceOf(before) >= LONG_MS;
  if (next.state === 'DISABLED') await rescheduleWaiting(tx, uid, null);
  else if (next.state === 'ACTIVE' && wasLong) await rescheduleWaiting(tx, uid, now);
  return false;
}

/** Nobody asked for it, so the record says that it happened. */
async function recordDisabled(tx: Transaction, before: Subscription, after: Subscription) {
  await recordAudit(tx, {
    ...programActor('event delivery'),
    ...eventOf(definition, 'update', before.uid, before.parent),
    before: definition.toJson(before),
    after: definition.toJson(after),
  });
}

/** Notes a state that follows from rights. */
export async function noteState(
  { uid, parent }: Subscription,
  { state, reason }: State,
): Promise<void> {
  const where = all(is('uid', uid), not(is('state', 'DISABLED')));
  const place = { chain: rootUid(parent), share: await shareOf(parent) };
  await transaction(
    (tx) => tx.note('Subscription', where, { state, reason, stateTime: new Date() }),
    place,
  );
}

/** Checks the record of a domain in DNS, and verifies the domain or ends its verification. */
import type { JsonObject } from '#lib/aip/json.ts';
import { programActor, recordAudit, type Actor } from '#lib/audit/record.ts';
import { findTxtRecord, type TxtResult } from '#lib/net/txt-records.ts';
import { domainState, recordName, recordValue } from '#lib/resources/domain.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { periodically } from '#lib/periodically.ts';
import { all, atMost, is } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';

/** How long the record of a verified domain may be missing. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;
/** How often the schedule checks a verified domain. */
const INTERVAL_MS = 6 * 60 * 60 * 1000;

/** Results of a look-up that say nothing about the record. */
const FAULTS: readonly string[] = ['RESOLVER_TIMED_OUT', 'RESOLVER_REFUSED', 'RESOLVER_FAILED'];

/** @param signal ends it, with any result. */
export const lookUpRecord = (row: RowOf<'Domain'>, signal?: AbortSignal): Promise<TxtResult> =>
  findTxtRecord(recordName(row), recordValue(row), signal);

type Changes = Partial<RowOf<'Domain'>>;

/** @returns the row as stored; null if the domain was released meanwhile. */
export async function settle(
  tx: Transaction,
  actor: Actor,
  uid: string,
  found: TxtResult,
): Promise<RowOf<'Domain'> | null> {
  const before = await tx.first('Domain', is('uid', uid));
  if (before === null) return null;
  const now = new Date();
  const changes =
    found === 'FOUND' ? await whenFound(tx, before, now) : whenMissing(before, found, now);
  await tx.note('Domain', is('uid', uid), changes);
  const after = { ...before, ...changes };
  if (before.verifiedName === null && after.verifiedName !== null) {
    await recordDomain(tx, actor, 'verified', { before, after });
  } else if (before.verifiedName !== null && after.verifiedName === null) {
    await recordDomain(tx, actor, 'lost', { before, after });
  }
  return after;
}

/** The write lock of the transaction and a unique index let only one organization have the domain. */
async function whenFound(tx: Transaction, row: RowOf<'Domain'>, now: Date): Promise<Changes> {
  const holder = await tx.first('Domain', is('verifiedName', row.name));
  if (holder !== null && holder.uid !== row.uid) return { checkResult: 'VERIFIED_ELSEWHERE' };
  return {
    checkResult: 'FOUND',
    failingTime: null,
    nextCheckTime: new Date(now.getTime() + INTERVAL_MS),
    ...(row.verifiedName === null && { verifiedName: row.name, verifiedTime: now }),
  };
}

function whenMissing(row: RowOf<'Domain'>, checkResult: TxtResult, now: Date): Changes {
  if (row.verifiedName === null) return { checkResult };
  const nextCheckTime = new Date(now.getTime() + INTERVAL_MS);
  if (FAULTS.includes(checkResult)) return { checkResult, nextCheckTime };
  const failingTime = row.failingTime ?? now;
  if (now.getTime() - failingTime.getTime() < GRACE_MS) {
    return { checkResult, failingTime, nextCheckTime };
  }
  return { checkResult, verifiedName: null, failingTime: null, nextCheckTime: null };
}

const OPERATIONS = {
  created: 'create',
  verified: 'update',
  lost: 'update',
  deleted: 'delete',
} as const;

type Event = keyof typeof OPERATIONS;

const typeOf = (event: Event) => `grove.iam.domain.${event}.v1`;

export const DOMAIN_TYPES = (Object.keys(OPERATIONS) as Event[]).map(typeOf);

const shown = (row: RowOf<'Domain'>): JsonObject => ({ name: row.name, state: domainState(row) });

/** Records a change of a domain's state in the root group. */
export async function recordDomain(
  tx: Transaction,
  actor: Actor,
  event: Event,
  { before, after }: { before?: RowOf<'Domain'>; after?: RowOf<'Domain'> },
): Promise<void> {
  const root = (after ?? before)?.parent ?? '';
  await recordAudit(tx, {
    ...actor,
    type: typeOf(event),
    operation: OPERATIONS[event],
    resource: root,
    group: root,
    ...(before !== undefined && { before: shown(before) }),
    ...(after !== undefined && { after: shown(after) }),
  });
}

const TICK_MS = 60_000;
/** After this time, a process that began a check counts as dead. */
const LEASE_MS = 5 * 60_000;

/**
 * Checks verified domains again while the server runs, each by one process of an installation.
 *
 * @returns stops the checks, after one that has begun.
 */
export const scheduleDomainChecks = () =>
  periodically(TICK_MS, 'cannot check domains', checkDueDomains);

export async function checkDueDomains(signal?: AbortSignal): Promise<void> {
  const due = await committed.find('Domain', atMost('nextCheckTime', new Date()));
  for (const row of due) {
    if (signal?.aborted === true) return;
    if (!(await take(row.uid))) continue;
    const found = await lookUpRecord(row);
    await transaction((tx) => settle(tx, programActor('schedule'), row.uid, found));
  }
}

/** False if another process was quicker. */
function take(uid: string): Promise<boolean> {
  return transaction(async (tx) => {
    const now = Date.now();
    const whereDue = all(is('uid', uid), atMost('nextCheckTime', new Date(now)));
    const lease = { checkTime: new Date(now), nextCheckTime: new Date(now + LEASE_MS) };
    return (await tx.note('Domain', whereDue, lease)) === 1;
  });
}

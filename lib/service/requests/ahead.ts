/**
 * Looks after access that begins at a time ahead: until then, those who approved it have to hold what it grants. Where they
 * lose it, the role bindings are deleted, and the request needs another approval.
 */
import { periodically } from '#lib/periodically.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { all, atMost, is } from '#lib/store/predicates.ts';
import { accessRevision, committed, transaction, type Transaction } from '#lib/store/store.ts';
import { standing, written } from './answer.ts';
import { stillHolds } from './approvers.ts';
import { takeBack } from './end.ts';
import type { AccessRequestRow } from './party.ts';

const TICK_MS = 2_000;
/** In the log of whoever does not get the role. */
const ACTOR = 'access requests';

/** While the server runs. @returns ends it. */
export function scheduleAheadChecks(): () => Promise<void> {
  return periodically(TICK_MS, 'cannot check access that begins later', aheadChecks());
}

const whereAhead = is<'isAhead' | 'beginTime'>('isAhead', true);

/** Looks at all of it after a change of rights, and at nothing but what begins between changes. */
export function aheadChecks(): () => Promise<void> {
  let checked: string | undefined;
  return async () => {
    const revision = await accessRevision();
    const now = await committed.now();
    const where = revision === checked ? all(whereAhead, atMost('beginTime', now)) : whereAhead;
    for (const row of await committed.rows('AccessRequest', where)) await check(row, now);
    checked = revision;
  };
}

/** Several processes may do it at a time: each looks again in its transaction. */
async function check(row: AccessRequestRow, now: Date): Promise<void> {
  const isDue = row.beginTime !== null && row.beginTime <= now;
  if (!isDue && (await isStillGranted(row))) return;
  await transaction(async (tx) => {
    const current = await tx.get('AccessRequest', row.uid);
    if (current?.isAhead !== true) return;
    if (!(await isStillGranted(current))) await waitAgain(tx, current);
    else await tx.note('AccessRequest', is('uid', row.uid), { isAhead: false });
  });
}

/** Whether as many who approved it hold what it grants as its rule asks for, and so does the maker of the rule. */
async function isStillGranted(row: AccessRequestRow): Promise<boolean> {
  const role = await committed.get('Role', row.roleUid);
  const rule = await committed.get('RequestRule', row.ruleUid);
  // Without the rule, what was approved stays approved.
  if (role === null) return true;
  const maker = rule === null ? null : makerOf(rule);
  if (!(await stillHolds(maker, role.capabilities, row.parent))) return false;
  return (await standing(row, role)).length >= row.approvals;
}

const makerOf = ({ makerIdentities: identities, updateTime: time }: RowOf<'RequestRule'>) =>
  identities === null ? null : { identities, time };

async function waitAgain(tx: Transaction, row: AccessRequestRow): Promise<void> {
  const call = { ...operatorCall(row.parent), actor: ACTOR };
  const role = await tx.existing('Role', row.roleUid);
  await takeBack(tx, call, row);
  const now = await tx.now();
  const rule = await tx.get('RequestRule', row.ruleUid);
  await written(tx, call, 'update', row, {
    state: row.approvals === 0 ? 'ENDED' : 'PENDING',
    answers: await standing(row, role),
    pendingUntil: new Date(now.getTime() + (rule?.waitDuration ?? 0) * 1000),
    beginTime: null,
    expirationTime: null,
    grants: [],
    isAhead: false,
  });
}

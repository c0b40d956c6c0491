/** What an access request grants: ordinary role bindings with an end, made by the ordinary verbs. */
import { Reach } from '#lib/access/reach.ts';
import { refusal } from '#lib/aip/errors.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { Columns, RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { GRANTING } from '#lib/service/calls/parties.ts';
import { insert } from '#lib/service/verbs/create.ts';
import { change } from '#lib/service/verbs/update.ts';
import { is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { stillHolds } from './approvers.ts';
import type { AccessRequestRow } from './party.ts';
import type { Rule } from './word.ts';

const SECOND_MS = 1_000;

type Granted = Pick<
  AccessRequestRow,
  'uid' | 'parent' | 'identityUid' | 'roleUid' | 'startTime' | 'extendsUid' | 'emergency'
>;

interface Amount {
  groupUids: readonly string[];
  /** In seconds. */
  duration: number;
  /** Whether nobody approved it, so that the identity takes the role itself. */
  isByItself: boolean;
}

/**
 * Nobody hands out more than they hold, by a rule neither.
 *
 * @throws ApiError FAILED_PRECONDITION `RULE_WITHDRAWN`.
 */
export async function requireRuleMaker(
  rule: Rule,
  role: RowOf<'Role'>,
  group: string,
): Promise<void> {
  const { makerIdentities, updateTime: time } = rule;
  const maker = makerIdentities === null ? null : { identities: makerIdentities, time };
  if (await stillHolds(maker, role.capabilities, group)) return;
  throw refusal(
    'RULE_WITHDRAWN',
    'whoever made the rule may no longer grant the role; ask an administrator',
    rule.uid,
  );
}

/**
 * The call by which the binding is made: with the caller's name, and with exactly the rights that those who answer for
 * it were found to have.
 */
function acting(call: Call, row: Granted, role: RowOf<'Role'>): Call {
  const held = new Map<string, ReadonlySet<Capability>>([
    [row.parent, new Set([GRANTING, ...role.capabilities])],
    [row.identityUid, new Set<Capability>(['identity.list'])],
    [row.roleUid, new Set<Capability>(['roles.list'])],
  ]);
  return { ...call, reach: new Reach(held) };
}

/**
 * Grants it from now on, or from its start ahead, in the transaction of the answer.
 *
 * @returns the columns of the request that say so.
 * @throws ApiError as creating a role binding does.
 */
export async function grant(
  tx: Transaction,
  call: Call,
  { row, role, amount }: { row: Granted; role: RowOf<'Role'>; amount: Amount },
): Promise<Columns<'AccessRequest'>> {
  const now = await tx.now();
  const isAhead = row.startTime !== null && row.startTime > now;
  const beginTime = isAhead && row.startTime !== null ? row.startTime : now;
  const end = Math.ceil(beginTime.getTime() / SECOND_MS + amount.duration) * SECOND_MS;
  const times = {
    ...(isAhead && { startTime: beginTime.toISOString() }),
    expirationTime: new Date(end).toISOString(),
  };
  const made = acting(call, row, role);
  const extended = row.extendsUid === null ? null : await tx.get('AccessRequest', row.extendsUid);
  const grants: AccessRequestRow['grants'] = [];
  for (const groupUid of amount.groupUids) {
    const former = extended?.grants.find((one) => one.groupUid === groupUid);
    const kept = former && (await lengthened(tx, made, row, { ...former, ...times }));
    const roleBindingUid = kept ?? (await bound(tx, made, row, { groupUid, times, amount }));
    grants.push({ groupUid, roleBindingUid });
  }
  return {
    state: 'APPROVED',
    beginTime,
    expirationTime: new Date(end),
    grants,
    isAhead,
  };
}

async function bound(
  tx: Transaction,
  call: Call,
  { uid, identityUid, roleUid }: Granted,
  {
    groupUid,
    times,
    amount,
  }: { groupUid: string; times: { expirationTime: string }; amount: Amount },
): Promise<string> {
  const { body } = await insert(tx, roleBinding, call, {
    parent: groupUid,
    input: { identityUid, roleUid, ...times },
    remark: { requestUid: uid },
  });
  const made = body.uid ?? '';
  // Earlier keys of an identity do not get a role that the identity took itself.
  if (amount.isByItself) await tx.note('RoleBinding', is('uid', made), { byItself: true });
  return made;
}

/** The binding that lasts longer now; undefined if it has ended, so that another one is needed. */
async function lengthened(
  tx: Transaction,
  call: Call,
  { identityUid, roleUid }: Granted,
  { roleBindingUid: uid, expirationTime }: { roleBindingUid: string; expirationTime: string },
): Promise<string | undefined> {
  const binding = await tx.get('RoleBinding', uid);
  const end = binding?.expirationTime ?? null;
  if (binding === null || (end !== null && end <= (await tx.now()))) return undefined;
  // Somebody may have given it to another identity since.
  if (binding.identityUid !== identityUid || binding.roleUid !== roleUid) return undefined;
  if (end === null || end >= new Date(expirationTime)) return uid;
  await change(tx, roleBinding, call, { uid, body: { expirationTime }, ifMatch: null });
  return uid;
}

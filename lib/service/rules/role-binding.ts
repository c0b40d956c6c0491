import { quotaExceeded } from '#lib/aip/errors.ts';
import { isTime } from '#lib/aip/rfc3339.ts';
import { requestedTimes } from '#lib/resources/role-binding.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireRole } from './granting.ts';
import { isLasting, keepAnOwner } from './last-owner.ts';
import { requireMadeByHand } from './rule-bindings.ts';
import type { Rules, Write } from './rules.ts';
import { endProblems } from './timed-roles.ts';

/** When it begins and ends, with the problems of that. An end that was set before may have passed. */
async function timesFor(tx: Transaction, { parent, input, before }: Write<'RoleBinding'>) {
  const { startTime, expirationTime, ttl } = input;
  const isTimed = [startTime, expirationTime, ttl].some((one) => one !== undefined);
  const now = isTimed ? await tx.now() : new Date();
  const times = requestedTimes(input, now);
  const end = times.expirationTime;
  const isNew = end !== null && end.getTime() !== before?.expirationTime?.getTime();
  const problems = [];
  if (isNew && end <= now)
    problems.push({ field: 'expirationTime', description: 'must be in the future' });
  if (isNew && !isTime(end.getTime())) {
    problems.push({ field: 'ttl', description: 'must end before the year 10000' });
  }
  // Else a change would have to add what the policy did not ask for when the binding was made.
  const isSame =
    before !== null &&
    !isNew &&
    end?.getTime() === before.expirationTime?.getTime() &&
    input.roleUid === before.roleUid &&
    input.identityUid === before.identityUid;
  if (problems.length === 0 && !isSame) {
    const asked = { group: parent, roleUid: input.roleUid, ...times };
    problems.push(...(await endProblems(tx, asked)));
  }
  return { times, problems };
}

/** Bindings of one role to one identity at one group that have not ended. */
export const MAX_COMING = 100;

/**
 * Each check of the identity reads all that have not ended.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with a QuotaFailure `comingRoleBindings`.
 */
async function requireRoomAhead(
  tx: Transaction,
  { uid, parent, input: { identityUid, roleUid } }: Write<'RoleBinding'>,
): Promise<void> {
  const whereSame = all(
    is('parent', parent),
    is('identityUid', identityUid),
    is('roleUid', roleUid),
  );
  const whereOther = all(whereSame, whereNotEnded, not(is('uid', uid)));
  if ((await tx.uids('RoleBinding', whereOther, 'uid')).length < MAX_COMING) return;
  throw quotaExceeded({
    subject: parent,
    description: `an identity may have at most ${MAX_COMING} bindings of a role at a group that have not ended`,
    quotaId: 'comingRoleBindings',
    quotaValue: String(MAX_COMING),
  });
}

export const roleBindingRules: Rules<'RoleBinding'> = {
  async beforeWrite(tx, call, write) {
    const { parent, input, before } = write;
    if (before !== null) requireMadeByHand(before);
    const { identityUid, roleUid } = input;
    const { times, problems: endProblems } = await timesFor(tx, write);
    // The identity may belong to any group, provided that the caller may see it.
    const isInSight =
      call.principal.identities.includes(identityUid) ||
      call.reach.holds('identity.list', identityUid);
    const identity = isInSight ? await tx.get('Identity', identityUid) : null;
    const problem = { field: 'identityUid', description: 'is not an identity that you can see' };
    const problems = [...(identity === null ? [problem] : []), ...endProblems];
    await requireRole(tx, call, { roleUid, group: parent, field: 'roleUid', problems });
    if (times.startTime !== null) await requireRoomAhead(tx, write);
    if (before !== null) {
      const remains = before.roleUid === roleUid && (await isLasting(tx, times));
      const heir = remains ? identityUid : undefined;
      if (heir !== before.identityUid) await keepAnOwner(tx, call, [before], heir);
    }
    // The caller sees the other identity and gives it the role, which makes this a new binding.
    const isOther = before !== null && before.identityUid !== identityUid;
    return { columns: { ...times, ...(isOther && { unconfirmedTime: null, byItself: null }) } };
  },

  async beforeDelete(tx, call, row) {
    requireMadeByHand(row);
    await keepAnOwner(tx, call, [row]);
  },
};

import { isTime } from '#lib/aip/rfc3339.ts';
import { requestedTimes } from '#lib/resources/role-binding.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireRole } from './granting.ts';
import { isLasting, keepAnOwner } from './last-owner.ts';
import { requireMadeByHand } from './rule-bindings.ts';
import type { Rules, Write } from './rules.ts';

/** When it begins and ends, with the problems of that. An end that was set before may have passed. */
async function timesFor(tx: Transaction, { input, before }: Write<'RoleBinding'>) {
  const { startTime, expirationTime, ttl } = input;
  const isTimed = [startTime, expirationTime, ttl].some((one) => one !== undefined);
  const now = isTimed ? await tx.now() : new Date();
  const times = requestedTimes(input, now);
  const end = times.expirationTime;
  const isNew = end !== null && end.getTime() !== before?.expirationTime?.getTime();
  const problems = [];
  if (isNew && end <= now) problems.push({ field: 'expirationTime', description: 'must be ahead' });
  if (isNew && !isTime(end.getTime())) {
    problems.push({ field: 'ttl', description: 'must end before the year 10000' });
  }
  return { times, problems };
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

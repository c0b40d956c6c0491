import { requireRole } from './granting.ts';
import { keepAnOwner } from './last-owner.ts';
import { requireMadeByHand } from './rule-bindings.ts';
import type { Rules } from './rules.ts';

export const roleBindingRules: Rules<'RoleBinding'> = {
  async beforeWrite(tx, call, { parent, input, before }) {
    if (before !== null) requireMadeByHand(before);
    const { identityUid, roleUid } = input;
    // The identity may belong to any group, provided that the caller may see it.
    const isInSight =
      call.principal.identities.includes(identityUid) ||
      call.reach.holds('identity.list', identityUid);
    const identity = isInSight ? await tx.get('Identity', identityUid) : null;
    const problem = { field: 'identityUid', description: 'is not an identity that you can see' };
    const problems = identity === null ? [problem] : [];
    await requireRole(tx, call, { roleUid, group: parent, field: 'roleUid', problems });
    if (before !== null) {
      const heir = before.roleUid === roleUid ? identityUid : undefined;
      if (heir !== before.identityUid) await keepAnOwner(tx, call, [before], heir);
    }
    // The caller sees the other identity and gives it the role, which makes this a new binding.
    const isOther = before !== null && before.identityUid !== identityUid;
    return isOther ? { columns: { unconfirmedTime: null, byItself: null } } : undefined;
  },

  async beforeDelete(tx, call, row) {
    requireMadeByHand(row);
    await keepAnOwner(tx, call, [row]);
  },
};

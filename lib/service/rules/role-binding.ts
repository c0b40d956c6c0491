import type { FieldViolation } from '#lib/aip/errors.ts';
import type { Call } from '#lib/service/calls/call.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireRole } from './granting.ts';
import { keepAnOwner } from './last-owner.ts';
import { requireMadeByHand } from './rule-bindings.ts';
import type { Rules, Write } from './rules.ts';

/** The identity may belong to any group, provided that the caller may see it. */
async function identityProblems(
  tx: Transaction,
  call: Call,
  identityUid: string,
): Promise<FieldViolation[]> {
  const inSight =
    call.principal.identities.includes(identityUid) ||
    call.reach.holds('identity.list', identityUid);
  const identity = inSight ? await tx.get('Identity', identityUid) : null;
  if (identity !== null) return [];
  return [{ field: 'identityUid', description: 'is not an identity that you can see' }];
}

export const roleBindingRules: Rules<'RoleBinding'> = {
  async beforeWrite(tx, call, { parent, input, before }: Write<'RoleBinding'>) {
    if (before !== null) requireMadeByHand(before);
    const { identityUid, roleUid } = input as { identityUid: string; roleUid: string };
    const problems = await identityProblems(tx, call, identityUid);
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

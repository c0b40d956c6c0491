import { invalidField } from '#lib/aip/errors.ts';
import type { Call } from '#lib/service/calls/call.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireRole } from './granting.ts';
import { keepAnOwner } from './last-owner.ts';
import { requireMadeByHand } from './rule-bindings.ts';
import type { Rules, Write } from './rules.ts';

/** The identity may belong to any group, provided that the caller may see it. */
async function requireIdentity(tx: Transaction, call: Call, identityUid: string): Promise<void> {
  const inSight =
    call.principal.identities.includes(identityUid) ||
    call.reach.holds('identity.list', identityUid);
  const identity = inSight ? await tx.get('Identity', identityUid) : null;
  if (identity === null) throw invalidField('identityUid', 'is not an identity that you can see');
}

export const roleBindingRules: Rules<'RoleBinding'> = {
  async beforeWrite(tx, call, { parent, input, before }: Write<'RoleBinding'>) {
    if (before !== null) requireMadeByHand(before);
    const { identityUid, roleUid } = input as { identityUid: string; roleUid: string };
    await requireIdentity(tx, call, identityUid);
    await requireRole(tx, call, { roleUid, group: parent, field: 'roleUid' });
    if (before !== null && before.roleUid !== roleUid) {
      await keepAnOwner(tx, call, [before]);
    }
    // Another identity is bound by whoever sees it now.
    const isOther = before !== null && before.identityUid !== identityUid;
    return isOther ? { columns: { unconfirmedTime: null } } : undefined;
  },

  async beforeDelete(tx, call, row) {
    requireMadeByHand(row);
    await keepAnOwner(tx, call, [row]);
  },
};

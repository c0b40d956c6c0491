import { invalidField } from '#lib/aip/errors.ts';
import type { BaseRow } from '#lib/resources/define.ts';
import type { RoleBinding } from '#lib/generated/prisma/client.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import { requireRole } from './hand-out.ts';
import { keepAnOwner } from './last-owner.ts';
import type { Rules, Write } from './rules.ts';

function bindingOf(row: BaseRow): RoleBinding {
  return row as RoleBinding;
}

/** An identity may live anywhere, as long as the one who binds it may see it. */
async function requireIdentity(
  tx: Parameters<NonNullable<Rules['beforeWrite']>>[0],
  call: Call,
  identityUid: string,
): Promise<void> {
  const inSight =
    call.principal.identities.includes(identityUid) ||
    call.reach.holds('identity.list', identityUid);
  const identity = inSight ? await tx.identity.findUnique({ where: { uid: identityUid } }) : null;
  if (identity === null) throw invalidField('identityUid', 'is not an identity that you can see');
}

export const roleBindingRules: Rules = {
  async beforeWrite(tx, call, { parent, input, before }: Write) {
    const { identityUid, roleUid } = input as { identityUid: string; roleUid: string };
    await requireIdentity(tx, call, identityUid);
    await requireRole(tx, call, { roleUid, group: parent, field: 'roleUid' });
    if (before !== null && bindingOf(before).roleUid !== roleUid) {
      await keepAnOwner(tx, call, [bindingOf(before)]);
    }
    return undefined;
  },

  async beforeDelete(tx, call, row) {
    await keepAnOwner(tx, call, [bindingOf(row)]);
  },
};

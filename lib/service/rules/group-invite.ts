import { newKeyedSecret } from '#lib/secrets/keyed-secrets.ts';
import { requireInvitable } from '#lib/service/people/invite-checks.ts';
import { requireRole } from './granting.ts';
import type { Rules } from './rules.ts';

export const groupInviteRules: Rules<'GroupInvite'> = {
  async beforeWrite(tx, call, { parent, input }) {
    const { roleUid, email = null } = input;
    await requireRole(tx, call, { roleUid, group: parent, field: 'roleUid' });
    await requireInvitable(tx, { parent, email });
    const { text: code, keyId, hash: codeHash } = newKeyedSecret('invite');
    // An operator needs no rights and so cannot lose any.
    const makerIdentities = call.actor === undefined ? [...call.principal.identities] : null;
    return { columns: { keyId, codeHash, makerIdentities }, answer: { code } };
  },
};

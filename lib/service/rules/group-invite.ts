import { newInviteCode } from '#lib/auth/invites.ts';
import { requireRole } from './hand-out.ts';
import type { Rules } from './index.ts';

export const groupInviteRules: Rules = {
  async beforeWrite(tx, call, { parent, input }) {
    const roleUid = input['roleUid'] as string;
    await requireRole(tx, call, { roleUid, group: parent, field: 'roleUid' });
    const { code, keyId, codeHash } = newInviteCode();
    return { columns: { keyId, codeHash }, answer: { code } };
  },
};

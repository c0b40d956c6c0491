import type { InviteValues } from '#app/(console)/groups/[group]/invites/create-invites.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import { ApiRequestError, perform } from '#lib/client/api.ts';
import { type GroupInvite, groupInvites } from '#lib/client/resources/resources.ts';

const MINUTE_S = 60;

/** What an invite like this one is made of. Its link is unknown to all but whoever got it. */
export function valuesOf({
  role,
  email,
  singleUse,
  createTime,
  expirationTime,
}: GroupInvite): InviteValues {
  const seconds = (Date.parse(expirationTime) - Date.parse(createTime)) / 1000;
  return {
    roleUid: role.uid,
    ttl: `${Math.round(seconds / MINUTE_S) * MINUTE_S}s`,
    singleUse,
    ...(email !== undefined && { email }),
  };
}

/** Ends the link that another one replaces, if it still works. */
export async function endOld(uid: string): Promise<void> {
  try {
    await perform(groupInvites.removal(uid));
  } catch (error) {
    if (error instanceof ApiRequestError && error.httpStatus === 404) return;
    toast({ title: 'The old link still works', description: 'Revoke it in the list of invites.' });
  }
}

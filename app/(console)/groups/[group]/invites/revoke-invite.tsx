'use client';

import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { inviteName, inviteState } from '#app/(console)/groups/[group]/invites/invite-state.ts';
import { useNow } from '#components/ui/text/relative-time.tsx';
import { type GroupInvite, groupInvites } from '#lib/client/resources/resources.ts';

export interface RevokeInviteProps {
  invite: GroupInvite | null;
  onClose: () => void;
}

/** Says what revoking an invite does, and revokes it. */
export function RevokeInvite({ invite, onClose }: RevokeInviteProps) {
  const now = useNow();
  return (
    <DeleteResource
      resource={invite && { uid: invite.uid, name: inviteName(invite) }}
      noun="invite"
      verb="Revoke"
      done="revoked"
      of={groupInvites}
      undone={false}
      onClose={onClose}
    >
      <p>
        {invite && inviteState(invite, null, now) === 'expired'
          ? 'Its link has already expired. Revoking it removes it from this list.'
          : 'Its link stops working immediately.'}
      </p>
      <p>People who have joined with it keep their role.</p>
    </DeleteResource>
  );
}

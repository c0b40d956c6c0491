'use client';

import { ShownOnce } from '#app/(console)/groups/[group]/_shared/shown-once.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { joinPath } from '#lib/client/paths.ts';
import type { GroupInvite } from '#lib/client/resources/resources.ts';

export interface InviteLinkProps {
  /** The response of the create, the only one that contains the code. */
  invite: GroupInvite;
  /** The installation's address. */
  url: string;
  groupName: string | undefined;
  closeHref: string;
}

/** The link of a new invite. */
export function InviteLink({ invite, url, groupName, closeHref }: InviteLinkProps) {
  return (
    <ShownOnce
      title="Invite created"
      noun="link"
      text={url + joinPath(invite.code ?? '')}
      closeHref={closeHref}
      lost="Without it you must revoke this invite and create a new one."
    >
      <p className="text-ink-2">
        {invite.email === undefined
          ? invite.singleUse
            ? 'The first person who opens it'
            : 'Everyone who opens it'
          : invite.email}{' '}
        becomes <bdi>{invite.role.name}</bdi> on <bdi>{groupName ?? 'this group'}</bdi>. It expires{' '}
        <RelativeTime value={invite.expirationTime} />. Send it only to the people it is for.
      </p>
    </ShownOnce>
  );
}

'use client';

import { ShownOnce } from '#app/(console)/groups/[group]/_shared/shown-once.tsx';
import type { Created } from '#app/(console)/groups/[group]/invites/create-invites.ts';
import { counted } from '#components/resource-table/state/counted.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { joinPath } from '#lib/client/paths.ts';
import type { GroupInvite } from '#lib/client/resources/resources.ts';

interface Props extends Created {
  /** The installation's address. */
  url: string;
  groupName: string | undefined;
  closeHref: string;
}

const NOUN = ['invite', 'invites'] as const;

/** The links of new invites, which only the answers of their creation contain. */
export function InviteLinks({ invites, failures, url, ...props }: Props) {
  const [first] = invites;
  if (!first) return null;
  const linkOf = ({ code = '' }: GroupInvite) => url + joinPath(code);
  const isOne = invites.length === 1;
  const lines = invites.map((invite) => `${invite.email ?? ''} ${linkOf(invite)}`);
  return (
    <ShownOnce
      title={isOne ? 'Invite created' : `${counted(invites.length, NOUN)} created`}
      noun={isOne ? 'link' : 'list'}
      text={isOne ? linkOf(first) : lines.join('\n')}
      closeHref={props.closeHref}
      lost={`Without it you must revoke ${isOne ? 'this invite and create a new one' : 'these invites and create new ones'}.`}
    >
      {failures.length > 0 && (
        <ErrorPanel
          title={`${counted(failures.length, NOUN)} not created`}
          why={
            <ul className="list-disc pl-5">
              {failures.map(({ id, why }) => (
                <li key={id}>
                  {id}: {why}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <p className="text-ink-2">
        {isOne ? whoText(first) : 'Each person'} becomes <bdi>{first.role.name}</bdi> on{' '}
        <bdi>{props.groupName ?? 'this group'}</bdi>.{' '}
        {isOne ? 'The link expires' : 'The links expire'}{' '}
        <RelativeTime value={first.expirationTime} />.{' '}
        {isOne
          ? 'Send it only to the people it is for.'
          : 'Send each only to the person it is for.'}
      </p>
    </ShownOnce>
  );
}

function whoText({ email, singleUse }: GroupInvite): string {
  if (email !== undefined) return email;
  return singleUse ? 'The first person who opens it' : 'Everyone who opens it';
}

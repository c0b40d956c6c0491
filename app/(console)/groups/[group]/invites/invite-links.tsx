'use client';

import { useMemo } from 'react';
import { ShownOnce } from '#app/(console)/groups/[group]/_shared/shown-once.tsx';
import type { Created } from '#app/(console)/groups/[group]/invites/create-invites.ts';
import { OnlyHereNote } from '#components/resource/only-here-note.tsx';
import { counted } from '#lib/client/counted.ts';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
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
  // There can be hundreds, and they stay the same while the sheet renders again.
  const text = useMemo(() => linksText(invites, url), [invites, url]);
  const [first] = invites;
  if (!first) return null;
  const isOne = invites.length === 1;
  return (
    <ShownOnce
      title={isOne ? 'Invite created' : `${counted(invites.length, NOUN)} created`}
      noun={isOne ? 'link' : 'list'}
      text={text}
      closeHref={props.closeHref}
      before={<OnlyHereNote url={url} />}
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
      {isOne && first.email !== undefined && (
        <p>
          <a href={mailOf(first.email, text, props.groupName)} className="text-accent underline">
            Write the e-mail
          </a>
          <span className="text-ink-2"> in your own mail program, with the link in it.</span>
        </p>
      )}
      {!isOne && (
        <ul aria-label="Links by person" className="flex flex-col gap-1.5">
          {invites.map(({ uid, email = '', code = '' }) => (
            <li key={uid} className="flex items-center justify-between gap-3">
              <bdi className="min-w-0 truncate">{email}</bdi>
              <CopyButton size="sm" text={() => url + joinPath(code)}>
                <span>Copy link</span>
                <span className="sr-only"> for {email}</span>
              </CopyButton>
            </li>
          ))}
        </ul>
      )}
    </ShownOnce>
  );
}

/** Grove sends no invites itself: whoever invites is known to the person, and Grove may not be. */
const mailOf = (email: string, link: string, group = 'a group') =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Join ${group}`)}&body=${encodeURIComponent(link)}`;

/** The link of a single invite, or a line with address and link for each of several. */
function linksText(invites: readonly GroupInvite[], url: string): string {
  const links = invites.map(({ code = '' }) => url + joinPath(code));
  if (links.length === 1) return links.join('');
  return links.map((link, index) => `${invites[index]?.email ?? ''} ${link}`).join('\n');
}

function whoText({ email, singleUse }: GroupInvite): string {
  if (email !== undefined) return email;
  return singleUse ? 'The first person who opens it' : 'Everyone who opens it';
}

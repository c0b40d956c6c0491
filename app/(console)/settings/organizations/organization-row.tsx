import type { ReactNode } from 'react';
import { Badge } from '#components/ui/text/badge.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import type { OwnOrganization } from '#lib/client/session/caller.ts';

/** What tells an organization from others of the same name. */
export function OrganizationFacts({ organization }: { organization: OwnOrganization }) {
  const { groupUid, name, domains } = organization;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      <span className="wrap-anywhere">
        {domains.length === 0 ? 'No verified domain' : domains.join(', ')}
      </span>
      <CopyText value={groupUid} label={`uid of ${name}`} />
    </p>
  );
}

/** An organization, and what the person can do about it. */
export function OrganizationRow(props: { organization: OwnOrganization; children: ReactNode }) {
  const { name, holdsAccount } = props.organization;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 first:border-t">
      <div className="flex min-w-48 flex-1 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          {holdsAccount && <Badge>Holds your account</Badge>}
        </p>
        <OrganizationFacts organization={props.organization} />
      </div>
      <div className="flex gap-2">{props.children}</div>
    </li>
  );
}

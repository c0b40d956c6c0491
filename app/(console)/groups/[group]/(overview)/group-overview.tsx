'use client';

import { useQuery } from '@tanstack/react-query';
import { Ellipsis, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FirstSteps } from '#app/(console)/groups/[group]/(overview)/first-steps/first-steps.tsx';
import { GroupFacts } from '#app/(console)/groups/[group]/(overview)/group-facts.tsx';
import { DomainsAtRisk } from '#app/(console)/groups/[group]/(overview)/domains/domains-at-risk.tsx';
import { DomainsSection } from '#app/(console)/groups/[group]/(overview)/domains/domains-section.tsx';
import { PolicySection } from '#app/(console)/groups/[group]/(overview)/policy/policy-section.tsx';
import { Summary } from '#app/(console)/groups/[group]/(overview)/summary.tsx';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { DeleteGroup } from '#app/(console)/groups/[group]/group/delete-group.tsx';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { later } from '#components/ui/later.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { onlyLooks } from '#lib/client/access/only-looks.ts';
import { isOwner } from '#lib/client/access/owner.ts';
import { editGroupPath, groupPath, newGroupPath, parentUid } from '#lib/client/paths.ts';
import { groups, groupQuery } from '#lib/client/resources/queries.ts';

const Welcome = later(() => import('#app/(console)/groups/[group]/(overview)/welcome.tsx'));

export interface GroupOverviewProps {
  uid: string;
  /** Whether the person had finished the first steps when the page was requested. */
  wereStepsFinished: boolean;
}

/** The overview of a group, and the actions on it. */
export function GroupOverview({ uid, wereStepsFinished }: GroupOverviewProps) {
  const router = useRouter();
  const { data: group } = useQuery(groupQuery(uid));
  const { data: caller } = useQuery(currentCaller());
  const [isDeleting, setDeleting] = useState(false);
  const missing = (capability: Capability) => missingReason(caller?.capabilities, uid, capability);
  const noEdit = missing('groups.update');
  const noNew = missing('groups.create');
  useShortcuts({
    e: noEdit ? undefined : () => router.push(editGroupPath(uid)),
    n: noNew ? undefined : () => router.push(newGroupPath(uid)),
  });

  const looks = caller !== undefined && onlyLooks(caller.capabilities, uid);
  const parent = parentUid(uid);
  const owns = isOwner(caller?.capabilities, uid);
  const ownsRoot = parent === null && owns;
  return (
    <>
      {!looks && (
        <HeaderAction>
          <ActionLink href={editGroupPath(uid)} icon={Pencil} disabledReason={noEdit}>
            Edit
          </ActionLink>
          <Menu
            label="Actions for this group"
            trigger={
              <IconButton label="Actions for this group" icon={Ellipsis} variant="secondary" />
            }
          >
            <MenuItem icon={FolderPlus} href={newGroupPath(uid)} disabledReason={noNew}>
              New group here
            </MenuItem>
            <MenuItem
              icon={Trash2}
              isDanger
              onAction={() => setDeleting(true)}
              disabledReason={missing('groups.delete')}
            >
              Delete
            </MenuItem>
          </Menu>
        </HeaderAction>
      )}
      <div className="flex flex-col gap-8">
        {looks && caller && group && <Welcome uid={uid} name={group.name} caller={caller} />}
        {parent === null && <FirstSteps root={uid} wereFinished={wereStepsFinished} />}
        {ownsRoot && <DomainsAtRisk root={uid} />}
        <Summary uid={uid} />
        <section aria-labelledby="facts">
          <h2 id="facts" className="border-b border-line pb-2 text-base font-semibold">
            This group
          </h2>
          <GroupFacts group={group} />
        </section>
        <PolicySection uid={uid} isEditable={owns} />
        {ownsRoot && <DomainsSection root={uid} />}
        <RecordDetails uid={uid} resource={group} path={groups.pathOf(uid)} />
      </div>
      <DeleteGroup
        group={isDeleting && group ? group : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => router.replace(parent ? groupPath(parent, 'children') : '/groups')}
      />
    </>
  );
}

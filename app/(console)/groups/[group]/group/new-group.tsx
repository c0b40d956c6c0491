'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { GROUP_LABELS, GroupFields } from '#app/(console)/groups/[group]/group/group-fields.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath } from '#lib/client/paths.ts';
import { groups, groupQuery, refreshGroups } from '#lib/client/resources/queries.ts';

const NOTHING = { values: { name: '', description: '' }, etag: null };

/** Creates a group in another one and opens it. */
export function NewGroup({ parent }: { parent: string }) {
  const client = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const { data: parentGroup } = useQuery(groupQuery(parent));
  const list = groupPath(parent, 'children');
  return (
    <ResourceForm
      title={parentGroup ? `New group in ${parentGroup.name}` : 'New group'}
      noun="group"
      isNew
      read={NOTHING}
      labels={GROUP_LABELS}
      submitLabel="Create group"
      disabledReason={missingReason(caller?.capabilities, parent, 'groups.create')}
      apiPath={groups.pathOf(parent)}
      save={({ body }) => groups.create(parent, body)}
      onSaved={({ uid, name }) => {
        refreshGroups(client, uid);
        toast(`Group ${name} created`);
        return groupPath(uid);
      }}
      closeHref={search === '' ? list : `${list}?${search}`}
    >
      {(field) => <GroupFields field={field} />}
    </ResourceForm>
  );
}

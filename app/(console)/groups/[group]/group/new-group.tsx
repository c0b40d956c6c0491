'use client';

import { NewResource } from '#app/(console)/groups/[group]/_shared/new-resource.tsx';
import {
  GROUP_LABELS,
  GroupFields,
  withLoweredName,
} from '#app/(console)/groups/[group]/group/group-fields.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { groups, refreshGroups } from '#lib/client/resources/queries.ts';

const NEW_GROUP = { name: '', description: '' };

/** Creates a group in another one and opens it. */
export const NewGroup = ({ parent }: { parent: string }) => (
  <NewResource
    client={groups}
    group={parent}
    tab="children"
    noun="group"
    labels={GROUP_LABELS}
    capability="groups.create"
    newValues={NEW_GROUP}
    bodyOf={withLoweredName}
    refresh={(client, { uid }) => refreshGroups(client, uid)}
    onCreated={({ uid, name }) => {
      toast(`Group ${name} created`);
      return groupPath(uid);
    }}
  >
    {(field) => <GroupFields field={field} />}
  </NewResource>
);

'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { GROUP_LABELS, GroupFields } from '#app/(console)/groups/[group]/group/group-fields.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import type { Received } from '#lib/client/api.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import {
  groups,
  type Group,
  type GroupInput,
  refreshGroups,
} from '#lib/client/resources/queries.ts';

export interface EditGroupProps {
  uid: string;
  closeHref: string;
  /** Keeps the query of the address, which belongs to the list under the sheet. */
  keepsSearch?: boolean;
}

const readOf = ({ body, etag }: Received<Group>): Read<GroupInput> => ({
  values: { name: body.name, description: body.description },
  etag,
});

/** The editor of an existing group. */
export function EditGroup({ uid, closeHref, keepsSearch }: EditGroupProps) {
  const search = String(useSearchParams());
  const group = useQuery(groups.versioned(uid));
  const back = keepsSearch && search !== '' ? `${closeHref}?${search}` : closeHref;
  return (
    <LoadedEditor noun="group" result={group} closeHref={back}>
      {(answer) => <Editor uid={uid} group={answer} closeHref={back} />}
    </LoadedEditor>
  );
}

function Editor(props: { uid: string; group: Received<Group>; closeHref: string }) {
  const { uid, group, closeHref } = props;
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = groups.versioned(uid);
  const read = useMemo(() => readOf(group), [group]);
  const show = (saved: Received<Group>) => {
    client.setQueryData(query.queryKey, saved);
    refreshGroups(client, uid);
  };
  return (
    <ResourceForm
      title={`Edit ${group.body.name}`}
      noun="group"
      read={read}
      labels={GROUP_LABELS}
      submitLabel="Save changes"
      disabledReason={missingReason(caller?.capabilities, uid, 'groups.update')}
      apiPath={groups.pathOf(uid)}
      save={(change) => groups.update(uid, change)}
      onSaved={(saved, back) => {
        show(saved);
        toastWithUndo({
          title: `Group ${saved.body.name} saved`,
          undo: async () => show(await groups.update(uid, { ...back, etag: saved.etag })),
        });
        return closeHref;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={closeHref}
    >
      {(field) => <GroupFields field={field} />}
    </ResourceForm>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import {
  GROUP_LABELS,
  GroupFields,
  withLoweredName,
} from '#app/(console)/groups/[group]/group/group-fields.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { groups, type GroupInput, refreshGroups } from '#lib/client/resources/queries.ts';

export interface EditGroupProps {
  uid: string;
  closeHref: string;
  /** Keeps the query of the address, which belongs to the list under the sheet. */
  keepsSearch?: boolean;
}

const valuesOf = ({ name, description }: GroupInput): GroupInput => ({ name, description });

/** The editor of an existing group. */
export function EditGroup({ uid, closeHref, keepsSearch }: EditGroupProps) {
  const search = String(useSearchParams());
  const group = useQuery(groups.versioned(uid));
  const back = keepsSearch && search !== '' ? `${closeHref}?${search}` : closeHref;
  return (
    <LoadedEditor noun="group" result={group} closeHref={back}>
      {(stored) => (
        <EditResource
          client={groups}
          stored={stored}
          noun="group"
          nameOf={({ name }) => name}
          labels={GROUP_LABELS}
          capability="groups.update"
          valuesOf={valuesOf}
          changeOf={(change) => ({ ...change, body: withLoweredName(change.body) })}
          refresh={(client) => refreshGroups(client, uid)}
          closeHref={back}
        >
          {(field) => <GroupFields field={field} />}
        </EditResource>
      )}
    </LoadedEditor>
  );
}

'use client';

import type { FormDescription } from '#app/(console)/groups/[group]/_described/description.ts';
import {
  EditDescribed,
  NewDescribed,
} from '#app/(console)/groups/[group]/_described/described-form.tsx';
import { ROLE_LABELS, RoleFields } from '#app/(console)/groups/[group]/roles/role-fields.tsx';
import {
  NEW_ROLE,
  type RoleValues,
  valuesOf,
} from '#app/(console)/groups/[group]/roles/role-values.ts';
import { roles } from '#lib/client/resources/resources.ts';

const ROLE: FormDescription<'Role', RoleValues> = {
  type: 'Role',
  client: roles,
  nameOf: ({ name }) => name,
  labels: ROLE_LABELS,
  newValues: NEW_ROLE,
  valuesOf,
  // Always sent, so that the API reports an empty list at its field.
  creationOf: (body) => ({ capabilities: [], ...body }),
  Fields: RoleFields,
};

export const NewRole = ({ group }: { group: string }) => (
  <NewDescribed description={ROLE} group={group} />
);

/** The editor of a role, over its page. */
export const EditRole = ({ uid }: { uid: string }) => (
  <EditDescribed description={ROLE} uid={uid} />
);

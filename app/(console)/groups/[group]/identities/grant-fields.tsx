'use client';

import { DURATIONS, NEVER } from '#app/(console)/groups/[group]/access/durations.ts';
import { type Chosen, SeveralPicker } from '#components/resource-picker/several-picker.tsx';
import { Select } from '#components/ui/fields/select.tsx';

export interface Grants {
  groups: readonly Chosen[];
  roles: readonly Chosen[];
  /** How long they are granted; absent for always. */
  ttl?: string | undefined;
}

interface GrantFieldsProps {
  grants: Grants;
  onChange: (grants: Grants) => void;
}

/** The roles that several identities get, where, and for how long. */
export default function GrantFields({ grants, onChange }: GrantFieldsProps) {
  const [first] = grants.groups;
  return (
    <div className="mb-3 flex flex-col gap-4">
      <SeveralPicker
        label="Groups"
        noun="group"
        resource="groups"
        chosen={grants.groups}
        onChange={(groups) => onChange({ ...grants, groups })}
      />
      <SeveralPicker
        label="Roles"
        noun="role"
        resource="roles"
        scope={first && { bindableAt: first.uid }}
        chosen={grants.roles}
        onChange={(roles) => onChange({ ...grants, roles })}
        description="Each applies to the groups and all groups below."
      />
      <Select
        label="Ends"
        options={[NEVER, ...DURATIONS]}
        value={grants.ttl ?? NEVER.id}
        onChange={(id) => onChange({ ...grants, ttl: id === NEVER.id ? undefined : id })}
      />
    </div>
  );
}

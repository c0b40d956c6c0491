'use client';

import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';

export interface Grant {
  group: string;
  /** Null until it is chosen. */
  role: string | null;
}

interface GrantFieldsProps {
  grant: Grant;
  onChange: (grant: Grant) => void;
}

/** The role that several identities get, and where. */
export default function GrantFields({ grant, onChange }: GrantFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <ResourcePicker
        label="Group"
        resource="groups"
        value={grant.group}
        onChange={(uid) => onChange({ group: uid ?? grant.group, role: null })}
        isRequired
      />
      <ResourcePicker
        label="Role"
        resource="roles"
        scope={{ bindableAt: grant.group }}
        value={grant.role}
        onChange={(role) => onChange({ ...grant, role })}
        description="Applies to the group and all groups below."
        isRequired
      />
    </div>
  );
}

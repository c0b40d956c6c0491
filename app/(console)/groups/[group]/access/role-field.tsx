import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';

export interface RoleFieldProps {
  field: FieldBinder;
  /** The group at which the role will apply. */
  group: { uid: string; name: string };
  /** The current role of the binding. */
  stored?: { uid: string; name: string } | undefined;
}

/** The role that a role binding gives. */
export function RoleField({ field, group, stored }: RoleFieldProps) {
  const role = String(field.value('roleUid') ?? '');
  return (
    <ResourcePicker
      label="Role"
      name="roleUid"
      resource="roles"
      scope={{ bindableAt: group.uid }}
      value={role || null}
      {...(role === stored?.uid && { valueName: stored.name })}
      onChange={(uid) => field.set('roleUid', uid ?? '')}
      description={`Applies to ${group.name} and all groups below.`}
      errorMessage={field.violation('roleUid')}
      isRequired
    />
  );
}

'use client';

import { lazy, Suspense } from 'react';
import { RoleField } from '#app/(console)/groups/[group]/access/role-field.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export interface BindingValues {
  identityUid: string;
  roleUid: string;
  startTime?: string | undefined;
  expirationTime?: string | undefined;
  /** Instead of another end. */
  ttl?: string;
}

export const BINDING_LABELS = {
  identityUid: 'Identity',
  roleUid: 'Role',
  startTime: 'Begins',
  expirationTime: 'Ends',
  ttl: 'Ends',
} as const;

const BindingPreview = lazy(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/binding-preview.tsx'))
    .BindingPreview,
}));

const ChangeLoses = lazy(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/change-loses.tsx')).ChangeLoses,
}));

const TimeFields = lazy(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/time-fields.tsx')).TimeFields,
}));

export interface BindingFieldsProps {
  field: FieldBinder;
  group: { uid: string; name: string };
  /** The binding being edited. */
  binding?: RoleBinding;
}

/** The fields for the identity, the role and the time, and the capabilities that the binding grants. */
export function BindingFields({ field, group, binding }: BindingFieldsProps) {
  const [identity, role] = [
    String(field.value('identityUid') ?? ''),
    String(field.value('roleUid') ?? ''),
  ];
  // A change of the time alone adds no capability and takes none.
  const isSame = identity === binding?.identity.uid && role === binding.role.uid;
  return (
    <>
      <ResourcePicker
        label={BINDING_LABELS.identityUid}
        name="identityUid"
        resource="identities"
        value={identity || null}
        {...(identity === binding?.identity.uid && { valueName: binding.identity.name })}
        onChange={(uid) => field.set('identityUid', uid ?? '')}
        description="The tokens of this identity get the role. The identity can be in any group."
        errorMessage={field.violation('identityUid')}
        isRequired
        autoFocus
      />
      <RoleField field={field} group={group} stored={binding?.role} />
      <Suspense fallback={<Skeleton className="h-14 w-full" />}>
        <TimeFields field={field} />
      </Suspense>
      {binding && !isSame && (
        <Suspense fallback={null}>
          <ChangeLoses binding={binding} identity={identity} role={role} />
        </Suspense>
      )}
      {identity !== '' && role !== '' && !isSame && (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <BindingPreview
            key={`${identity} ${role}`}
            identity={identity}
            role={role}
            group={group}
            except={binding?.uid}
          />
        </Suspense>
      )}
    </>
  );
}

'use client';

import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { currentCaller } from '#lib/client/session/caller.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';

export const ROLE_LABELS = {
  name: 'Name',
  description: 'Description',
  capabilities: 'Capabilities',
} as const;

const CapabilityPicker = lazy(() => import('#components/capability-matrix/capability-picker.tsx'));

export interface RoleFieldsProps {
  field: FieldBinder;
  /**
   * The group of the role, or of the role to be created. A role may contain the capabilities that the
   * caller holds there.
   */
  group: string;
  isNew?: boolean;
}

/** The editable fields of a role. */
export function RoleFields({ field, group, isNew = false }: RoleFieldsProps) {
  const { data: caller } = useQuery(currentCaller());
  const capabilities = field.value('capabilities') as readonly string[];
  const missing = (capability: (typeof CAPABILITIES)[number]) =>
    missingReason(caller?.capabilities, group, capability);
  return (
    <>
      <TextField
        {...field.text('name')}
        label={ROLE_LABELS.name}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <TextArea
        {...field.text('description')}
        label={ROLE_LABELS.description}
        isOptional
        rows={2}
      />
      {isNew && (
        <ResourcePicker
          label="Start from"
          isOptional
          description="Copies those capabilities of another role that you hold here."
          resource="roles"
          scope={{ bindableAt: group }}
          value={null}
          onChange={(_, role) => {
            const has = new Set(role?.capabilities);
            const taken = CAPABILITIES.filter((name) => has.has(name) && !missing(name));
            if (role) field.set('capabilities', taken);
          }}
        />
      )}
      <Suspense fallback={<Skeleton className="h-110 w-full" />}>
        <CapabilityPicker
          label={ROLE_LABELS.capabilities}
          name="capabilities"
          value={capabilities}
          onChange={(next) => field.set('capabilities', next)}
          missing={missing}
          errorMessage={field.violation('capabilities')}
        />
      </Suspense>
    </>
  );
}

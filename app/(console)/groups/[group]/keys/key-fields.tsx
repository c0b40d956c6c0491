'use client';

import { listViolation } from '#components/resource-form/list-violation.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

export const KEY_LABELS = {
  name: 'Name',
  identityUid: 'Acts as',
  ttl: 'Works for',
  roleUid: 'Limited to',
  allowedNetworks: 'Networks',
} as const;

/** Seconds, as in the API. */
const LIFETIMES = [
  { id: '86400s', label: '1 day' },
  { id: '604800s', label: '7 days' },
  { id: '2592000s', label: '30 days' },
  { id: '7776000s', label: '90 days' },
  { id: '31536000s', label: '1 year' },
];

/** The editable fields of a key. */
export function KeyFields({ field, group }: { field: FieldBinder; group: string }) {
  return (
    <>
      <TextField
        {...field.text('name', { description: 'What the key is for, such as “nightly backup”.' })}
        label={KEY_LABELS.name}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <ResourcePicker
        resource="identities"
        scope={{ childrenOf: group }}
        name="identityUid"
        label={KEY_LABELS.identityUid}
        isRequired
        value={String(field.value('identityUid') ?? '') || null}
        onChange={(uid) => field.set('identityUid', uid ?? '')}
        errorMessage={field.violation('identityUid')}
        description="Anyone with the key can do what this identity can do. You cannot grant more than you hold."
      />
      <Select
        label={KEY_LABELS.ttl}
        name="ttl"
        options={LIFETIMES}
        value={String(field.value('ttl'))}
        onChange={(ttl) => field.set('ttl', ttl)}
        errorMessage={field.violation('ttl')}
      />
      <ResourcePicker
        resource="roles"
        scope={{ bindableAt: group }}
        name="roleUid"
        label={KEY_LABELS.roleUid}
        isOptional
        placeholder="Everything that the identity may do"
        value={(field.value('roleUid') as string | undefined) ?? null}
        onChange={(uid) => field.set('roleUid', uid ?? undefined)}
        errorMessage={field.violation('roleUid')}
        description="A role. The key then has only those capabilities of the identity that this role grants."
      />
      <TextField
        {...field.text('allowedNetworks', {
          description: 'Networks that may use it: addresses or blocks, separated by spaces.',
        })}
        errorMessage={listViolation(field, 'allowedNetworks')}
        label={KEY_LABELS.allowedNetworks}
        placeholder="192.0.2.0/24"
        isOptional
        mono
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

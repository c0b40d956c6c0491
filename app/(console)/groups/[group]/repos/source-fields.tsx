'use client';

import { intervalOptions } from '#app/(console)/groups/[group]/repos/source-values.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Select } from '#components/ui/fields/select.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

export const SOURCE_LABELS = {
  url: 'Address',
  username: 'User name',
  password: 'Password',
  caCertificate: 'CA certificate',
  interval: 'Schedule',
} as const;

const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

/** The editable fields of a registry source. */
export function SourceFields({ field, isNew }: { field: FieldBinder; isNew: boolean }) {
  const interval = field.value('interval') as string | undefined;
  return (
    <>
      <TextField
        {...field.text('url', {
          description:
            'The address that serves /v2/. Everything in its catalog is copied into this group.',
        })}
        {...CODE}
        label={SOURCE_LABELS.url}
        inputMode="url"
        placeholder="https://registry.example.com"
        isRequired
        autoFocus
      />
      <TextField
        {...field.text('username', {
          description: 'Leave empty if the registry needs no sign-in.',
        })}
        {...CODE}
        label={SOURCE_LABELS.username}
        isOptional
      />
      <TextField
        {...field.text('password', {
          description: isNew
            ? 'Or a token. Stored encrypted. Never shown again.'
            : 'Leave empty to keep the current password. If you change the address, enter it again.',
        })}
        {...CODE}
        type="password"
        autoComplete="new-password"
        label={SOURCE_LABELS.password}
        isOptional
        placeholder={isNew ? undefined : 'Unchanged'}
      />
      <TextArea
        {...field.text('caCertificate', {
          description:
            'In PEM format. Needed if the registry’s certificate is self-signed or from your own authority.',
        })}
        {...CODE}
        label={SOURCE_LABELS.caCertificate}
        isOptional
        rows={4}
        placeholder="-----BEGIN CERTIFICATE-----"
      />
      <Select
        label={SOURCE_LABELS.interval}
        name="interval"
        options={intervalOptions(interval)}
        value={interval ?? ''}
        onChange={(chosen) => field.set('interval', chosen === '' ? undefined : chosen)}
        errorMessage={field.violation('interval')}
        description="Notifications show a push immediately. A schedule finds pushes that they missed."
      />
    </>
  );
}

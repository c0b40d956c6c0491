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
  interval: 'Read it',
} as const;

const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

/** The editable fields of a registry source. */
export function SourceFields({ field, isNew }: { field: FieldBinder; isNew: boolean }) {
  const interval = field.value('interval') as string | undefined;
  return (
    <>
      <TextField
        {...field.text('url', {
          description: 'Where /v2/ is. Everything that its catalog lists is read into this group.',
        })}
        {...CODE}
        label={SOURCE_LABELS.url}
        inputMode="url"
        placeholder="https://registry.example.com"
        isRequired
        autoFocus
      />
      <TextField
        {...field.text('username', { description: 'Left empty where everyone may read.' })}
        {...CODE}
        label={SOURCE_LABELS.username}
        isOptional
      />
      <TextField
        {...field.text('password', {
          description: isNew
            ? 'Or a token in its place. Kept encrypted and never shown again.'
            : 'Never shown. Left empty, it stays as it is; for another address it has to be given anew.',
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
            'In PEM, for a registry whose certificate is self-signed or of an authority of your own.',
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
        description="Notifications of the registry show a push at once; a schedule finds what they missed."
      />
    </>
  );
}

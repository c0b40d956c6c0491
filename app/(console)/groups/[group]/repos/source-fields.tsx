'use client';

import { useEffect, useState } from 'react';
import { ConnectionTest } from '#app/(console)/groups/[group]/_shared/connection-test.tsx';
import { type SourceTest, testSource } from '#app/(console)/groups/[group]/repos/source-test.ts';
import { intervalOptions } from '#app/(console)/groups/[group]/repos/source-values.ts';
import { withScheme } from '#components/resource-form/tidy.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Select } from '#components/ui/fields/select.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { later } from '#components/ui/later.tsx';

const TestResult = later(() => import('#app/(console)/groups/[group]/_shared/test-result.tsx'));

export const SOURCE_LABELS = {
  url: 'Address',
  username: 'User name',
  password: 'Password',
  caCertificate: 'CA certificate',
  interval: 'Schedule',
} as const;

const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

interface SourceFieldsProps {
  field: FieldBinder;
  /** The group of the source, or of the one to be set up. */
  group: string;
  isNew: boolean;
  /** Why the caller may not test it. */
  disabledReason: string | false;
}

const NOT_TESTED: SourceTest & { of: string } = { of: '', wrong: {} };

/** The editable fields of a registry source, and a test of its connection. */
export function SourceFields({ field, group, isNew, disabledReason }: SourceFieldsProps) {
  const interval = field.value('interval') as string | undefined;
  const [tested, setTested] = useState(NOT_TESTED);
  const textOf = (path: string) => String(field.value(path) ?? '');
  const connection = {
    url: textOf('url'),
    username: textOf('username'),
    password: textOf('password'),
    caCertificate: textOf('caCertificate'),
  };
  const of = JSON.stringify(connection);
  const wrong = tested.of === of ? tested.wrong : {};
  // An effect, because a field gets its description once the message is in the document.
  useEffect(() => {
    const [path] = Object.keys(tested.wrong);
    if (path !== undefined) document.getElementsByName(path)[0]?.focus();
  }, [tested]);
  const text = (path: keyof typeof connection, description: string) => {
    const bound = field.text(path, { description });
    return { ...bound, errorMessage: bound.errorMessage ?? wrong[path] };
  };
  return (
    <>
      <TextField
        {...text(
          'url',
          'The address that serves /v2/. Everything in its catalog is copied into this group.',
        )}
        {...CODE}
        label={SOURCE_LABELS.url}
        inputMode="url"
        tidy={withScheme}
        placeholder="https://registry.example.com"
        isRequired
        autoFocus
      />
      <TextField
        {...text('username', 'Leave empty if the registry needs no sign-in.')}
        {...CODE}
        label={SOURCE_LABELS.username}
        isOptional
      />
      <TextField
        {...text(
          'password',
          isNew
            ? 'Or a token. Stored encrypted. Never shown again.'
            : 'Leave empty to keep the current password. If you change the address, enter it again.',
        )}
        {...CODE}
        type="password"
        autoComplete="new-password"
        label={SOURCE_LABELS.password}
        isOptional
        placeholder={isNew ? undefined : 'Unchanged'}
      />
      <TextArea
        {...text(
          'caCertificate',
          'In PEM format. Needed if the registry’s certificate is self-signed or from your own authority.',
        )}
        {...CODE}
        label={SOURCE_LABELS.caCertificate}
        isOptional
        rows={4}
        placeholder="-----BEGIN CERTIFICATE-----"
      />
      <ConnectionTest
        key={of}
        noun="registry"
        send={() => testSource(group, connection, SOURCE_LABELS)}
        onReport={(test) => setTested({ ...test, of })}
        disabledReason={disabledReason || (connection.url === '' && 'Type an address first')}
      >
        {({ found }) =>
          found !== undefined && (
            <TestResult isGood title="The connection works">
              <p className="break-words text-ink-2">{found}</p>
            </TestResult>
          )
        }
      </ConnectionTest>
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

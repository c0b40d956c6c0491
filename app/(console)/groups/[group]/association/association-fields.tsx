'use client';

import type { ReactNode } from 'react';
import { ACCOUNT_NAMES } from '#app/(console)/groups/[group]/association/account-words.ts';
import {
  type AccountKind,
  BLANK,
} from '#app/(console)/groups/[group]/association/association-values.ts';
import { ClientRows } from '#app/(console)/groups/[group]/association/client-rows.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

export const ASSOCIATION_LABELS = {
  name: 'Name',
  description: 'Description',
  ...ACCOUNT_NAMES,
  'amazon.account': 'Account',
  'google.projectId': 'Project id',
  'google.projectNumber': 'Project number',
  'azure.tenantId': 'Tenant id',
  'github.installationId': 'Installation id',
  'github.name': 'GitHub organization',
} as const;

const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
const NUMBER = { ...CODE, inputMode: 'numeric' as const };

/** The fields of an account association. Each kind of account has its fields once it is chosen. */
export function AssociationFields({ field }: { field: FieldBinder }) {
  const text = (path: keyof typeof ASSOCIATION_LABELS, description?: string) => ({
    ...field.text(path, description === undefined ? {} : { description }),
    label: ASSOCIATION_LABELS[path],
    isRequired: true,
  });
  return (
    <>
      <TextField {...text('name')} autoFocus autoComplete="off" />
      <TextArea
        {...field.text('description')}
        label={ASSOCIATION_LABELS.description}
        isOptional
        rows={2}
      />
      <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
        <legend className="float-left w-full text-base font-semibold">Accounts</legend>
        <p className="text-ink-2">At least one.</p>
        <Account field={field} kind="amazon">
          <TextField {...text('amazon.account', '12 digits.')} {...NUMBER} />
        </Account>
        <Account field={field} kind="google">
          <TextField {...text('google.projectId')} {...CODE} placeholder="acme-prod" />
          <TextField {...text('google.projectNumber')} {...NUMBER} />
        </Account>
        <Account field={field} kind="azure">
          <TextField
            {...text('azure.tenantId', 'A UUID.')}
            {...CODE}
            placeholder="00000000-0000-0000-0000-000000000000"
          />
          {field.value('azure') !== undefined && <ClientRows field={field} />}
        </Account>
        <Account field={field} kind="github">
          <TextField {...text('github.name')} {...CODE} placeholder="acme" />
          <TextField
            {...text('github.installationId', 'The number in the address of the installed app.')}
            {...NUMBER}
          />
        </Account>
      </fieldset>
    </>
  );
}

interface AccountProps {
  field: FieldBinder;
  kind: AccountKind;
  children: ReactNode;
}

function Account({ field, kind, children }: AccountProps) {
  const isOn = field.value(kind) !== undefined;
  const wrong = field.violation(kind);
  return (
    <div role="group" aria-label={ACCOUNT_NAMES[kind]} className="flex flex-col gap-3">
      <Checkbox
        name={kind}
        isSelected={isOn}
        onChange={(isChosen) => field.set(kind, isChosen ? BLANK[kind] : undefined)}
      >
        <span className="font-medium">{ACCOUNT_NAMES[kind]}</span>
      </Checkbox>
      {wrong !== undefined && <p className="text-sm text-danger">{wrong}</p>}
      {isOn && <div className="flex flex-col gap-4 border-l-2 border-line pl-4">{children}</div>}
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IssuerConnectionTest } from '#app/(console)/groups/[group]/providers/issuer-connection-test.tsx';
import { noTestReason } from '#app/(console)/groups/[group]/providers/no-test-reason.ts';
import {
  RULE_LABELS,
  RULES,
  type RuleRow,
  rulesOf,
} from '#app/(console)/groups/[group]/providers/rule-values.ts';
import { RuleTest } from '#app/(console)/groups/[group]/providers/rule-test.tsx';
import { RuleRows } from '#app/(console)/groups/[group]/providers/rule-rows.tsx';
import type { IssuerTest } from '#app/(console)/groups/[group]/providers/use-issuer-test.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { withScheme } from '#components/resource-form/tidy.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

const PROVIDER_LABELS = {
  name: 'Name',
  description: 'Description',
  'oidc.issuer': 'Issuer',
  'oidc.clientId': 'Client id',
  'oidc.clientSecret': 'Client secret',
  'oidc.additionalScopes': 'Additional scopes',
  defaultRole: 'Default role',
} as const;

/** The labels of all fields, including the rows of role rules. */
export const PROVIDER_FORM_LABELS = {
  ...PROVIDER_LABELS,
  [RULES]: 'Role rules',
  ...RULE_LABELS,
};

const SECRET = 'oidc.clientSecret';
const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

export interface ProviderFieldsProps {
  field: FieldBinder;
  /** The group of the provider, or of the one to be created. */
  group: string;
  isNew?: boolean;
  issuerTest: IssuerTest;
  /** The addresses to register at the provider. */
  addresses: ReactNode;
}

/** The editable fields of an identity provider, and a test of its issuer. */
export function ProviderFields(props: ProviderFieldsProps) {
  const { field, group, isNew = false, issuerTest, addresses } = props;
  const { data: caller } = useQuery(currentCaller());
  const issuer = String(field.value('oidc.issuer') ?? '').trim();
  return (
    <>
      <TextField
        {...field.text('name', { description: 'Shown on its button on the sign-in page.' })}
        label={PROVIDER_LABELS.name}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <TextArea
        {...field.text('description')}
        label={PROVIDER_LABELS.description}
        isOptional
        rows={2}
      />
      <fieldset className="flex flex-col gap-5 border-t border-line pt-4">
        <legend className="float-left w-full text-base font-semibold">OpenID Connect</legend>
        {addresses}
        <TextField
          {...field.text('oidc.issuer', {
            description: 'Exactly as in its discovery document.',
          })}
          {...CODE}
          label={PROVIDER_LABELS['oidc.issuer']}
          inputMode="url"
          tidy={withScheme}
          placeholder="https://login.example.com"
          isRequired
        />
        <IssuerConnectionTest
          group={group}
          issuer={issuer}
          disabledReason={noTestReason(caller?.capabilities, group)}
          onTake={(found) => field.set('oidc.issuer', found)}
        />
        {issuerTest.failed !== null && issuerTest.failed === issuer && (
          <Checkbox isSelected={issuerTest.isAnyway} onChange={issuerTest.setAnyway}>
            Save anyway. Nobody can sign in through it until its issuer answers.
          </Checkbox>
        )}
        <TextField
          {...field.text('oidc.clientId')}
          {...CODE}
          label={PROVIDER_LABELS['oidc.clientId']}
          isRequired
        />
        <Secret field={field} isNew={isNew} />
        <TextField
          {...field.text('oidc.additionalScopes', {
            description: 'In addition to openid, email and profile, separated by spaces.',
          })}
          {...CODE}
          label={PROVIDER_LABELS['oidc.additionalScopes']}
          placeholder="groups"
          isOptional
        />
      </fieldset>
      <fieldset className="flex flex-col gap-5 border-t border-line pt-4">
        <legend className="float-left w-full text-base font-semibold">Roles</legend>
        <ResourcePicker
          resource="roles"
          scope={{ bindableAt: group }}
          name="defaultRole"
          label={PROVIDER_LABELS.defaultRole}
          isOptional
          value={(field.value('defaultRole') as string | undefined) ?? null}
          onChange={(uid) => field.set('defaultRole', uid ?? undefined)}
          errorMessage={field.violation('defaultRole')}
          description="New people get this role on this group. Without one they can sign in but have no access."
        />
        <RuleRows field={field} group={group} />
        <RuleTest
          rules={rulesOf(field.value(RULES) as readonly RuleRow[], group)}
          issuer={issuer}
        />
      </fieldset>
    </>
  );
}

/** The stored secret is never shown. An empty field leaves it unchanged. */
function Secret({ field, isNew }: { field: FieldBinder; isNew: boolean }) {
  const isRemoved = field.value(SECRET) === undefined;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...field.text(SECRET, {
          description: isNew
            ? 'Stored encrypted. Never shown again. Without a secret, the provider must accept a public client with PKCE.'
            : isRemoved
              ? 'The secret is removed when you save.'
              : 'Leave empty to keep the current secret. If you change the issuer, enter it again.',
        })}
        {...CODE}
        type="password"
        autoComplete="new-password"
        label={PROVIDER_LABELS[SECRET]}
        isOptional={isNew}
        isDisabled={isRemoved}
        placeholder={isNew || isRemoved ? undefined : 'Unchanged'}
      />
      {!isNew && (
        <Checkbox
          isSelected={isRemoved}
          onChange={(isOn) => field.set(SECRET, isOn ? undefined : '')}
        >
          Remove the secret (public client)
        </Checkbox>
      )}
    </div>
  );
}

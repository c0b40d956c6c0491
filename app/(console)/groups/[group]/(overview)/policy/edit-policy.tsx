'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  PASSWORD_TEXTS,
  POLICY_LABELS,
  SECOND_FACTOR_TEXTS,
} from '#app/(console)/groups/[group]/(overview)/policy/policy-words.ts';
import { lengthsWith } from '#app/(console)/groups/[group]/(overview)/policy/length-options.ts';
import { later } from '#components/ui/later.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { type FormChange, ResourceForm } from '#components/resource-form/resource-form.tsx';
import { listViolation } from '#components/resource-form/list-violation.ts';
import type { FieldBinder, Read } from '#components/resource-form/use-form-values.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { isOwner } from '#lib/client/access/owner.ts';
import { perform } from '#lib/client/api.ts';
import { typedList } from '#lib/client/typed-list.ts';
import { groupPath } from '#lib/client/paths.ts';
import {
  type Policy,
  policyQuery,
  policyRequest,
  UPDATE_POLICY_PATH,
} from '#lib/client/resources/policy.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

const TimedRoles = later(
  () => import('#app/(console)/groups/[group]/(overview)/policy/timed-roles.tsx'),
);

/** The typed values: a list is a text, and an unset length is empty. */
interface PolicyValues {
  secondFactor: Policy['secondFactor'];
  passkeyRequired: boolean;
  passwordsOff: boolean;
  sessionIdle: string;
  sessionAbsolute: string;
  consoleNetworks: string;
  apiNetworks: string;
  inviteDomains: string;
  timedRoles: string;
  timedRolesMaxDuration: string;
}

const readOf = (policy: Policy): Read<PolicyValues> => ({
  values: {
    secondFactor: policy.secondFactor,
    passkeyRequired: policy.passkeyRequired,
    passwordsOff: policy.passwordsOff,
    sessionIdle: policy.sessionIdle ?? '',
    sessionAbsolute: policy.sessionAbsolute ?? '',
    consoleNetworks: policy.consoleNetworks.join(' '),
    apiNetworks: policy.apiNetworks.join(' '),
    inviteDomains: policy.inviteDomains.join(' '),
    timedRoles: policy.timedRoles.join(' '),
    timedRolesMaxDuration: policy.timedRolesMaxDuration ?? '',
  },
  etag: policy.etag,
});

/** The request of a change. The mask names empty fields and the body leaves them out, which clears them. */
function sentOf({ body, updateMask }: Pick<FormChange<PolicyValues>, 'body' | 'updateMask'>) {
  const { consoleNetworks, apiNetworks, inviteDomains, timedRoles, ...rest } = body;
  const set = Object.entries(rest).filter(([, value]) => value !== '');
  return {
    body: {
      ...Object.fromEntries(set),
      ...(consoleNetworks !== undefined && { consoleNetworks: typedList(consoleNetworks) }),
      ...(apiNetworks !== undefined && { apiNetworks: typedList(apiNetworks) }),
      ...(inviteDomains !== undefined && { inviteDomains: typedList(inviteDomains) }),
      ...(timedRoles !== undefined && { timedRoles: typedList(timedRoles) }),
    },
    updateMask,
  };
}

/** The editor of an organization's policy. */
export function EditPolicy({ uid }: { uid: string }) {
  const policy = useQuery(policyQuery(uid));
  return (
    <LoadedEditor noun="policy" result={policy} closeHref={groupPath(uid)}>
      {(loaded) => <Editor uid={uid} policy={loaded} />}
    </LoadedEditor>
  );
}

function Editor({ uid, policy }: { uid: string; policy: Policy }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const read = useMemo(() => readOf(policy), [policy]);
  return (
    <ResourceForm
      title="Sign-in policy"
      noun="policy"
      read={read}
      labels={POLICY_LABELS}
      submitLabel="Save changes"
      disabledReason={
        isOwner(caller?.capabilities, uid)
          ? false
          : 'Only owners of the organization change its policy'
      }
      apiPath={UPDATE_POLICY_PATH}
      sent={sentOf}
      request={(sent) => policyRequest(uid, sent)}
      save={(change) =>
        perform<Policy>(policyRequest(uid, { ...sentOf(change), etag: change.etag }))
      }
      onSaved={(saved) => {
        client.setQueryData(policyQuery(uid).queryKey, saved);
        void client.invalidateQueries({ queryKey: ['policy'] });
        void client.invalidateQueries({ queryKey: ['me'] });
        toast('Sign-in policy saved');
        return groupPath(uid);
      }}
      reload={async () => readOf(await client.fetchQuery({ ...policyQuery(uid), staleTime: 0 }))}
      closeHref={groupPath(uid)}
    >
      {(field) => (
        <>
          <PolicyFields field={field} />
          <RolesForAWhile field={field} root={uid} />
        </>
      )}
    </ResourceForm>
  );
}

const IDLE = ['900s', '1800s', '3600s', '14400s', '28800s'];
const ABSOLUTE = ['28800s', '43200s', '86400s', '604800s', '1209600s'];

const SECOND_FACTOR_OPTIONS = (['SECOND_FACTOR_UNSPECIFIED', 'WRITERS', 'EVERYONE'] as const).map(
  (id) => ({ id, label: SECOND_FACTOR_TEXTS[id] }),
);

const PASSKEY_OPTIONS = [
  { id: '', label: 'Not required' },
  { id: 'required', label: 'Required of everyone' },
] as const;

const PASSWORD_OPTIONS = [
  { id: '', label: PASSWORD_TEXTS.allowed },
  { id: 'off', label: PASSWORD_TEXTS.off },
] as const;

function PolicyFields({ field }: { field: FieldBinder }) {
  return (
    <>
      <p className="text-ink-2">
        Applies to the whole organization, immediately. People who do not meet it are asked for the
        missing part, and keep their input. <LearnMore about="policy" />
      </p>
      <Select
        label={POLICY_LABELS.secondFactor}
        name="secondFactor"
        options={SECOND_FACTOR_OPTIONS}
        value={field.value('secondFactor') as Policy['secondFactor']}
        onChange={(value) => field.set('secondFactor', value)}
        errorMessage={field.violation('secondFactor')}
        description="For people who sign in with a password here. Identity providers ask for their own."
      />
      <Select
        label={POLICY_LABELS.passkeyRequired}
        name="passkeyRequired"
        options={PASSKEY_OPTIONS}
        value={field.value('passkeyRequired') === true ? 'required' : ''}
        onChange={(value) => field.set('passkeyRequired', value === 'required')}
        errorMessage={field.violation('passkeyRequired')}
        description="Instead of the password, or after it. You have to be signed in with one to require it."
      />
      <Select
        label={POLICY_LABELS.passwordsOff}
        name="passwordsOff"
        options={PASSWORD_OPTIONS}
        value={field.value('passwordsOff') === true ? 'off' : ''}
        onChange={(value) => field.set('passwordsOff', value === 'off')}
        errorMessage={field.violation('passwordsOff')}
        description="If turned off, people sign in through an identity provider of this organization, or with a passkey that they already have. You must be signed in that way to turn passwords off. Owners can use a password while none of them has another way."
      />
      <Select
        label={POLICY_LABELS.sessionIdle}
        name="sessionIdle"
        options={lengthsWith(String(field.value('sessionIdle')), IDLE)}
        value={String(field.value('sessionIdle'))}
        onChange={(value) => field.set('sessionIdle', value)}
        errorMessage={field.violation('sessionIdle')}
        description="How long a session may stay unused."
      />
      <Select
        label={POLICY_LABELS.sessionAbsolute}
        name="sessionAbsolute"
        options={lengthsWith(String(field.value('sessionAbsolute')), ABSOLUTE)}
        value={String(field.value('sessionAbsolute'))}
        onChange={(value) => field.set('sessionAbsolute', value)}
        errorMessage={field.violation('sessionAbsolute')}
        description="How long a session lasts after the sign-in, even if it is used."
      />
      <ListField
        field={field}
        path="consoleNetworks"
        placeholder="Everywhere"
        description="For people who are signed in. Your own address must be among them. Addresses or blocks, separated by spaces."
      />
      <ListField
        field={field}
        path="apiNetworks"
        placeholder="Everywhere"
        description="For tokens and keys, wherever they were made or exchanged."
      />
      <ListField
        field={field}
        path="inviteDomains"
        placeholder="All"
        description="Domains of the addresses that people here can invite, such as example.com. Every invite then needs an e-mail address at one of them. Subdomains count only if they are named."
      />
    </>
  );
}

/** The picker of roles is fetched once somebody wants it. */
function RolesForAWhile({ field, root }: { field: FieldBinder; root: string }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted || field.value('timedRoles') !== '') return <TimedRoles field={field} root={root} />;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-sm font-medium">{POLICY_LABELS.timedRoles}</p>
      <Button onPress={() => setWanted(true)}>Choose roles</Button>
      <p className="text-sm text-ink-2">
        New role bindings of the chosen roles need an end. Now none does.
      </p>
    </div>
  );
}

interface ListFieldProps {
  field: FieldBinder;
  path: 'consoleNetworks' | 'apiNetworks' | 'inviteDomains';
  placeholder: string;
  description: string;
}

function ListField({ field, path, placeholder, description }: ListFieldProps) {
  return (
    <TextField
      {...field.text(path, { description })}
      errorMessage={listViolation(field, path)}
      label={POLICY_LABELS[path]}
      placeholder={placeholder}
      isOptional
      mono
      autoComplete="off"
      spellCheck={false}
    />
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { lengthsWith } from '#app/(console)/groups/[group]/(overview)/policy/length-options.ts';
import { POLICY_LABELS } from '#app/(console)/groups/[group]/(overview)/policy/policy-words.ts';
import { listViolation } from '#components/resource-form/list-violation.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { SeveralPicker } from '#components/resource-picker/several-picker.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { shortText } from '#components/ui/text/short-text.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import { typedList } from '#lib/client/typed-list.ts';

const BOUND = ['3600s', '28800s', '86400s', '604800s', '2592000s', '7776000s'];

/** The roles whose role bindings need an end. */
export default function TimedRoles({ field, root }: { field: FieldBinder; root: string }) {
  const uids = typedList(String(field.value('timedRoles')));
  const { data: names } = useQuery(namesQuery('roles', uids));
  const longest = String(field.value('timedRolesMaxDuration'));
  return (
    <>
      <SeveralPicker
        label={POLICY_LABELS.timedRoles}
        noun="role"
        resource="roles"
        scope={{ bindableAt: root }}
        chosen={uids.map((uid) => ({ uid, name: names?.get(uid) ?? shortText(uid) }))}
        onChange={(chosen) => field.set('timedRoles', chosen.map(({ uid }) => uid).join(' '))}
        errorMessage={listViolation(field, 'timedRoles')}
        description="New role bindings of these roles need an end. Those that exist stay."
      />
      {uids.length > 0 && (
        <Select
          label={POLICY_LABELS.timedRolesMaxDuration}
          name="timedRolesMaxDuration"
          options={lengthsWith(longest, BOUND, 'Any')}
          value={longest}
          onChange={(value) => field.set('timedRolesMaxDuration', value)}
          errorMessage={field.violation('timedRolesMaxDuration')}
          description="From the beginning of a role binding to its end. A role that an invite gives ends after this time."
        />
      )}
    </>
  );
}

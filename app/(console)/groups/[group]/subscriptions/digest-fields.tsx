'use client';

import { SCHEDULES } from '#lib/client/resources/schedules.ts';
import {
  Disabled,
  SUBSCRIPTION_LABELS,
} from '#app/(console)/groups/[group]/subscriptions/subscription-fields.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

/** The editable fields of a subscription that sends digests. */
export function DigestFields({ field }: { field: FieldBinder }) {
  return (
    <>
      <TextField
        {...field.text('name')}
        label={SUBSCRIPTION_LABELS.name}
        isRequired
        autoComplete="off"
      />
      <Select
        label={SUBSCRIPTION_LABELS['email.schedule']}
        name="email.schedule"
        options={SCHEDULES}
        value={String(field.value('email.schedule'))}
        onChange={(schedule) => field.set('email.schedule', schedule)}
        errorMessage={field.violation('email.schedule')}
      />
      <TextField
        {...field.text('email.timeZone', { description: 'Such as Europe/Berlin.' })}
        label={SUBSCRIPTION_LABELS['email.timeZone']}
        isRequired
        autoComplete="off"
        spellCheck={false}
      />
      <Disabled field={field} />
    </>
  );
}

'use client';

import { withScheme } from '#components/resource-form/tidy.ts';
import { listViolation } from '#components/resource-form/list-violation.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

export const SUBSCRIPTION_LABELS = {
  name: 'Name',
  types: 'Types',
  'webhook.url': 'Address',
  'webhook.format': 'Sends',
  'email.schedule': 'How often',
  'email.timeZone': 'Time zone',
  ordered: 'In order',
  disabled: 'Disabled',
} as const;

const FORMATS = [
  { id: 'CLOUD_EVENT', label: 'CloudEvents, with what changed' },
  { id: 'THIN', label: 'CloudEvents, without what changed' },
  { id: 'SLACK', label: 'A line of text, for Slack or Mattermost' },
];

interface Props {
  field: FieldBinder;
  isNew?: boolean;
}

/** The editable fields of a subscription. */
export function SubscriptionFields({ field, isNew = false }: Props) {
  return (
    <>
      <TextField
        {...field.text('name', { description: 'What it is for, such as “tickets”.' })}
        label={SUBSCRIPTION_LABELS.name}
        isRequired
        autoFocus={isNew}
        autoComplete="off"
      />
      <TextField
        {...field.text('webhook.url', {
          description: `Each event is a request to it, signed with ${isNew ? 'a secret that you get next' : 'the secret'}.`,
        })}
        label={SUBSCRIPTION_LABELS['webhook.url']}
        placeholder="https://hooks.example.com/grove"
        tidy={withScheme}
        isRequired
        mono
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field.text('types', {
          description:
            'Separated by spaces. * stands for any characters: grove.iam.* or * for all.',
        })}
        errorMessage={listViolation(field, 'types')}
        label={SUBSCRIPTION_LABELS.types}
        isRequired
        mono
        autoComplete="off"
        spellCheck={false}
      />
      <Select
        label={SUBSCRIPTION_LABELS['webhook.format']}
        name="webhook.format"
        options={FORMATS}
        value={String(field.value('webhook.format'))}
        onChange={(format) => field.set('webhook.format', format)}
        errorMessage={field.violation('webhook.format')}
      />
      <Checkbox
        name="ordered"
        isSelected={field.value('ordered') === true}
        onChange={(isOrdered) => field.set('ordered', isOrdered)}
      >
        An event that is not delivered holds back later ones of the same resource
      </Checkbox>
      {!isNew && <Disabled field={field} />}
    </>
  );
}

export function Disabled({ field }: Pick<Props, 'field'>) {
  return (
    <Checkbox
      name="disabled"
      isSelected={field.value('disabled') === true}
      onChange={(isDisabled) => field.set('disabled', isDisabled)}
    >
      Disabled: nothing is sent
    </Checkbox>
  );
}

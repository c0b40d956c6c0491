'use client';

import { lowered } from '#components/resource-form/tidy.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import type { GroupInput } from '#lib/client/resources/queries.ts';

export const GROUP_LABELS = { name: 'Name', description: 'Description' } as const;

/** The body of a request, as its fields will show it: a capital is not wrong while somebody types. */
export const withLoweredName = (values: Partial<GroupInput>): Partial<GroupInput> =>
  values.name === undefined ? values : { ...values, name: lowered(values.name) };

/** The editable fields of a group. */
export function GroupFields({ field }: { field: FieldBinder }) {
  return (
    <>
      <TextField
        {...field.text('name', {
          // A violation says the same.
          description:
            field.violation('name') === undefined &&
            'Small letters from a to z, digits, blanks, . _ -',
        })}
        label={GROUP_LABELS.name}
        tidy={lowered}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <TextArea
        {...field.text('description')}
        label={GROUP_LABELS.description}
        isOptional
        rows={4}
      />
    </>
  );
}

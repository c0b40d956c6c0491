'use client';

import { lowered } from '#components/resource-form/tidy.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

export const GROUP_LABELS = { name: 'Name', description: 'Description' } as const;

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

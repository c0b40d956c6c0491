import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { typedList } from '#lib/client/typed-list.ts';

/** The message for a list that is typed as one text: of the list, or of its first wrong item. */
export const listViolation = (field: FieldBinder, path: string): string | undefined =>
  field.violation(path) ??
  typedList(String(field.value(path) ?? ''))
    .map((item, index) => field.violation(`${path}.${index}`, `“${item}”`))
    .find((violation) => violation !== undefined);

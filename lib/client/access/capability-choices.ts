/** The capabilities as choices in the order of what they are about, with words before their codes. Pure. */
import { MATRIX, rowCapabilities, verbOf } from '#lib/client/access/capability-matrix.ts';
import { CAPABILITIES, type Capability } from '#lib/resources/capabilities.ts';
import { capitalized } from '#lib/resources/catalog.ts';

/** Stands for every capability that deletes, in a question about everyone. */
export const ANY_DELETE = 'any.delete';

const DELETING: readonly Capability[] = CAPABILITIES.filter((name) => verbOf(name) === 'delete');

/** The capabilities that a choice stands for. */
export const askedOf = (choice: string): readonly string[] =>
  choice === ANY_DELETE ? DELETING : [choice];

export interface CapabilityChoice {
  id: string;
  label: string;
}

export const CAPABILITY_CHOICES: readonly CapabilityChoice[] = MATRIX.flatMap((row) =>
  [...rowCapabilities(row)].map((name) => ({
    id: name,
    label: `${capitalized(verbOf(name).replaceAll('_', ' '))} ${row.label.toLowerCase()} (${name})`,
  })),
);

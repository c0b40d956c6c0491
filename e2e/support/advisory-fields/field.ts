/**
 * Where each field of the formats that are imported ends. A test sends each field, and the table in
 * docs/advisories.md is written from the same rows.
 */
import type { JsonObject } from '#lib/aip/json.ts';

/** A row of the table. */
export interface Field {
  /** As the format calls it. */
  name: string;
  /**
   * Where its value is afterwards: a path in the advisory of the API, or in an export after the name of its
   * format. Empty if it is nowhere.
   */
  becomes: readonly string[];
  /** The part that is lost, and why. */
  lost: string;
  /** A document with the field, in which the value has the mark. */
  document: (of: Sample) => JsonObject | string;
  /** The text at that place; the mark if undefined. */
  found?: string;
}

/** The texts of the sample of a row. The mark begins with the key, so all that belongs to the row has it. */
export interface Sample {
  key: string;
  mark: string;
}

type Rest = Partial<Pick<Field, 'lost' | 'found'>>;

/** A field that is somewhere afterwards. */
export const kept = (
  name: string,
  document: Field['document'],
  becomes: readonly string[],
  { lost = '', ...rest }: Rest = {},
): Field => ({ name, document, becomes, lost, ...rest });

/** A field that is nowhere afterwards. */
export const lost = (name: string, document: Field['document'], why: string): Field => ({
  name,
  document,
  becomes: [],
  lost: why,
});

export const NO_FIELD = 'Grove has no field for it';
export const OF_DOCUMENT = 'an export is a document of its own';

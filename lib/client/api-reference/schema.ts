/** Schemas in words. */
import type { ApiDocument, Schema } from '#lib/client/api-reference/document.ts';
import { resolved } from '#lib/client/api-reference/document.ts';

/** A field of a body that need not be there may be null instead, which no reader has to know. */
const NULL = 'null';

const notNull = (schemas: readonly Schema[]) => schemas.filter(({ type }) => type !== NULL);

/** The schema of a value that is there. */
function ofValue(schema: Schema): Schema {
  const [only, ...others] = notNull(schema.anyOf ?? []);
  return only === undefined || others.length > 0 ? schema : only;
}

/** `string`, `date-time`, `Group[]`, `map of int32`: short enough for a column. */
export function typeText(schema: Schema): string {
  const { $ref, anyOf, type, items, additionalProperties, format } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (anyOf !== undefined) return notNull(anyOf).map(typeText).join(' or ');
  if (items !== undefined) return `${typeText(items)}[]`;
  if (typeof additionalProperties === 'object') return `map of ${typeText(additionalProperties)}`;
  return format ?? [type ?? 'any'].flat().find((one) => one !== NULL) ?? 'any';
}

/** The values of an enum, or of a list of one; empty for other schemas. */
export function choicesOf(schema: Schema): readonly string[] {
  const { enum: values, items } = ofValue(schema);
  return values ?? items?.enum ?? [];
}

export interface SchemaField {
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
  choices: readonly string[];
  inner: Schema | null;
}

/** The members of an object; for a request body only those that the server accepts. */
export function fieldsOf(document: ApiDocument, schema: Schema, isBody = false): SchemaField[] {
  return Object.entries(schema.properties ?? {})
    .filter(([, { readOnly }]) => !isBody || readOnly !== true)
    .map(([name, field]) => ({
      name,
      type: typeText(field),
      description: field.description ?? '',
      isRequired: schema.required?.includes(name) ?? false,
      choices: choicesOf(field),
      inner: innerOf(document, field),
    }));
}

function innerOf(document: ApiDocument, field: Schema) {
  const { additionalProperties, items, ...schema } = ofValue(field);
  const element =
    items ?? (typeof additionalProperties === 'object' ? additionalProperties : schema);
  const { properties, ...rest } = resolved<Schema>(document, element as Schema);
  return properties === undefined ? null : { ...rest, properties };
}

/** The smallest valid body, to fill in. */
export function sampleOf(document: ApiDocument, schema: Schema): unknown {
  const { type, properties, required = [], ...known } = resolved<Schema>(document, schema);
  if (type === 'object') {
    return Object.fromEntries(
      required.map((name) => [name, sampleOf(document, properties?.[name] ?? {})]),
    );
  }
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'integer') return 0;
  return known.enum?.[0] ?? known.examples?.[0] ?? '';
}

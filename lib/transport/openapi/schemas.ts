/** JSON Schemas: responses from their messages, bodies from their validation. */
import { getOption, ScalarType } from '@bufbuild/protobuf';
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { mayBeAbsent } from '#lib/resources/absent.ts';
import {
  field_behavior,
  FieldBehavior,
} from '#lib/generated/proto/google/api/field_behavior_pb.js';
import type { Comments } from './comments.ts';

const WELL_KNOWN: Readonly<Record<string, JsonObject>> = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Duration': {
    type: 'string',
    pattern: '^[0-9]+([.][0-9]+)?s$',
    examples: ['3600s'],
  },
  'google.protobuf.Struct': { type: 'object' },
  // A map has no repeated values but these.
  'google.protobuf.ListValue': { type: 'array', items: { type: 'string' } },
  'google.protobuf.FieldMask': { type: 'string' },
};

const SCALARS: Readonly<Partial<Record<ScalarType, JsonObject>>> = {
  [ScalarType.STRING]: { type: 'string' },
  [ScalarType.BOOL]: { type: 'boolean' },
  [ScalarType.INT32]: { type: 'integer', format: 'int32' },
  // proto3 JSON uses text, because not every language's numbers can hold it.
  [ScalarType.INT64]: { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' },
};

/** `AdvisorySeverityScore` of `grove.vulnerabilities.v2beta1.Advisory.SeverityScore`. */
export function schemaName({ typeName }: DescMessage): string {
  return typeName.replace(/^grove\.\w+\.\w+\./, '').replaceAll('.', '');
}

export function schemaRef(desc: DescMessage): JsonObject {
  return WELL_KNOWN[desc.typeName] ?? { $ref: `#/components/schemas/${schemaName(desc)}` };
}

export function messagesWithin(desc: DescMessage, found = new Set<DescMessage>()) {
  if (desc.typeName in WELL_KNOWN || found.has(desc)) return found;
  found.add(desc);
  for (const { message } of desc.fields) if (message !== undefined) messagesWithin(message, found);
  return found;
}

export function fieldSchema(field: DescField, comments: Comments): JsonObject {
  const description = comments.get(`${field.parent.typeName}.${field.name}`);
  return { ...shapeOf(field), ...(description !== undefined && { description }) };
}

function shapeOf(field: DescField): JsonObject {
  if (field.fieldKind === 'list') return { type: 'array', items: elementOf(field) };
  if (field.fieldKind === 'map') return { type: 'object', additionalProperties: elementOf(field) };
  return elementOf(field);
}

function elementOf({ message, enum: type, scalar }: DescField): JsonObject {
  if (message !== undefined) return schemaRef(message);
  if (type !== undefined) return { type: 'string', enum: type.values.map(({ name }) => name) };
  return { ...SCALARS[scalar as ScalarType] };
}

const isMarked = (behavior: FieldBehavior) => (field: DescField) =>
  getOption(field, field_behavior).includes(behavior);

export const isRequired = isMarked(FieldBehavior.REQUIRED);
const isOutputOnly = isMarked(FieldBehavior.OUTPUT_ONLY);
const isInputOnly = isMarked(FieldBehavior.INPUT_ONLY);

function isAlwaysPresent(field: DescField): boolean {
  return field.oneof === undefined && !mayBeAbsent(schemaName(field.parent), field.jsonName);
}

/** A response: every field except input-only fields. */
export function answerSchema(desc: DescMessage, comments: Comments): JsonObject {
  const fields = desc.fields.filter((field) => !isInputOnly(field));
  const always = fields.filter(isAlwaysPresent);
  return {
    type: 'object',
    description: comments.get(desc.typeName) ?? '',
    properties: propertiesOf(fields, comments),
    ...(always.length > 0 && { required: always.map(({ jsonName }) => jsonName) }),
    additionalProperties: false,
  };
}

function propertiesOf(fields: readonly DescField[], comments: Comments): JsonObject {
  return Object.fromEntries(
    fields.map((field) => [field.jsonName, fieldSchema(field, comments)] as const),
  );
}

/**
 * A body: the validated fields, with the comments of the definitions. Output-only fields are
 * accepted and ignored. A field that is null counts as absent, so that only a required one may not be.
 *
 * @param partial for updates, which require no field.
 */
export function bodySchema(
  desc: DescMessage,
  input: z.ZodObject,
  comments: Comments,
  partial = false,
): JsonObject {
  const json = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const { $schema: _, ...schema } = described(json as JsonObject, desc, comments, partial);
  const ignored = desc.fields.filter(isOutputOnly);
  const outputs = Object.entries(propertiesOf(ignored, comments)).map(
    ([name, output]) => [name, { ...orNull(output as JsonObject), readOnly: true }] as const,
  );
  const properties = { ...(schema['properties'] as JsonObject), ...Object.fromEntries(outputs) };
  return { ...schema, description: comments.get(desc.typeName) ?? '', properties };
}

const NULL = { type: 'null' };

/** The schema of a field that may also be null, which counts as absent. */
export function orNull({ description = '', ...schema }: JsonObject): JsonObject {
  const { type, anyOf, writeOnly, ...rest } = schema;
  const around = { description, ...(writeOnly === true && { writeOnly }) };
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, NULL], ...around };
  if (typeof type === 'string' && rest['enum'] === undefined) {
    return { ...rest, type: [type, 'null'], ...around };
  }
  const { writeOnly: _, ...whole } = schema;
  return { anyOf: [whole, NULL], ...around };
}

function described(
  schema: JsonObject,
  desc: DescMessage,
  comments: Comments,
  partial: boolean,
): JsonObject {
  const { required, properties, ...rest } = schema;
  const known = Object.entries((properties ?? {}) as JsonObject).map(([name, value]) => {
    const field = desc.fields.find(({ jsonName }) => jsonName === name);
    const one =
      field === undefined ? (value as JsonObject) : inner(value, field, comments, partial);
    const isNeeded = !partial && Array.isArray(required) && required.includes(name);
    return [name, isNeeded ? one : orNull(one)] as const;
  });
  return {
    ...rest,
    properties: Object.fromEntries(known),
    ...(required !== undefined && !partial && { required }),
  };
}

function inner(
  value: JsonValue,
  field: DescField,
  comments: Comments,
  partial: boolean,
): JsonObject {
  const schema = isJsonObject(value) ? value : {};
  const nested = field.fieldKind === 'message' && field.message.typeName in WELL_KNOWN === false;
  const description = comments.get(`${field.parent.typeName}.${field.name}`) ?? '';
  return {
    ...(nested ? described(schema, field.message, comments, partial) : schema),
    description,
    ...(isInputOnly(field) && { writeOnly: true }),
  };
}

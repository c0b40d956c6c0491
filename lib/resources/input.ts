/** Turns a request body into valid input. All failing fields are reported together. */
import { z } from 'zod';
import type { FieldTree } from '#lib/aip/field-mask.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';

/** The mutable fields of a resource, from the shape of its input. Objects list their own fields. */
export function fieldTree(schema: z.ZodObject): FieldTree {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([field, type]) => {
      const inner = type instanceof z.ZodOptional ? type.unwrap() : type;
      return [field, inner instanceof z.ZodObject ? fieldTree(inner) : (true as const)];
    }),
  );
}

/** The body without its output-only fields, and without the nulls of the others. */
export function givenFields(
  definition: Pick<ResourceDefinition, 'input' | 'outputOnly'>,
  body: JsonObject,
): JsonObject {
  const given = Object.fromEntries(
    Object.entries(body).filter(([field]) => !definition.outputOnly.includes(field)),
  );
  return definition.input === undefined ? given : withoutNulls(given, fieldTree(definition.input));
}

/**
 * The body without fields that are null, which are absent in the JSON of protocol buffers. A null in a
 * map or a list stays, and so does one of an unknown field: both are refused.
 *
 * @see https://protobuf.dev/programming-guides/json/
 */
export function withoutNulls(body: JsonObject, fields: FieldTree): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field === undefined) return [[key, value]];
      if (value === null) return [];
      return [[key, field === true || !isJsonObject(value) ? value : withoutNulls(value, field)]];
    }),
  );
}

/** A violation for each key, at any depth, that the resource does not have. */
export function unknownFields(body: JsonObject, fields: FieldTree, prefix = ''): FieldViolation[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) return [{ field: prefix + key, description: 'is not a field' }];
    if (field === true || !isJsonObject(value)) return [];
    return unknownFields(value, field, `${prefix}${key}.`);
  });
}

/** Returns either valid input, as the schema parses it, or the violations of the body. */
export function validate(
  schema: z.ZodObject,
  body: JsonObject,
): { input: JsonObject; violations: FieldViolation[] } {
  const result = schema.safeParse(body, { error: typeMessage });
  if (result.success) return { input: result.data as JsonObject, violations: [] };
  return { input: {}, violations: result.error.issues.flatMap(violationsOf) };
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

function typeMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is required';
  return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
}

function violationsOf(issue: z.core.$ZodIssue): FieldViolation[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...path, key].join('.'),
      description: 'is not a field',
    }));
  }
  return [{ field: path.join('.') || 'body', description: issue.message }];
}

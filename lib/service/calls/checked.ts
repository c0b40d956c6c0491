import { z } from 'zod';
import { invalidArgument, type FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { uid } from '#lib/resources/fields.ts';
import { validate } from '#lib/resources/input.ts';

/**
 * The body as the schema parses it.
 *
 * @param more violations that the schema cannot express.
 * @throws ApiError INVALID_ARGUMENT that names every failing field.
 */
export function checked<Schema extends z.ZodObject>(
  schema: Schema,
  body: JsonObject,
  more: readonly FieldViolation[] = [],
): z.infer<Schema> {
  const { input, violations: own } = validate(schema, body);
  const violations = [...own, ...more];
  if (violations.length > 0) throw invalidArgument(violations);
  return input as z.infer<Schema>;
}

const uidRequest = z.strictObject({ uid });

/** The uid in a body that has nothing else. */
export const checkedUid = (body: JsonObject): string => checked(uidRequest, body).uid;

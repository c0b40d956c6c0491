import { invalidArgument, type FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';

/**
 * A body whose members are all texts.
 *
 * @throws ApiError INVALID_ARGUMENT for each member that is missing, unknown or not a text.
 */
export function requireStrings(
  body: JsonObject,
  { required, optional = [] }: { required: readonly string[]; optional?: readonly string[] },
): Record<string, string> {
  const violations: FieldViolation[] = [
    ...required
      .filter((field) => !Object.hasOwn(body, field))
      .map((field) => ({ field, description: 'is required' })),
    ...Object.entries(body).flatMap(([field, value]) => {
      if (![...required, ...optional].includes(field)) {
        return [{ field, description: 'is not a field' }];
      }
      return typeof value === 'string' ? [] : [{ field, description: 'must be a string' }];
    }),
  ];
  if (violations.length > 0) throw invalidArgument(violations);
  return body as Record<string, string>;
}

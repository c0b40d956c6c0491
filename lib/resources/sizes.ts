/**
 * Lists and maps of a body. Each has a bound, which is checked before any of its values, so that a
 * body with too many of them costs no more than to count them.
 */
import { z } from 'zod';
import { isJsonObject } from '#lib/aip/json.ts';

/** How many values a list or a map has; 0 for anything else. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

/**
 * A list or a map of at most so many values: `maxItems` or `maxProperties` in the API description.
 *
 * @param noun what it holds, in the plural: `networks`.
 */
export function atMost<Schema extends z.ZodArray | z.ZodRecord>(
  most: number,
  noun: string,
  schema: Schema,
) {
  const counted = (value: unknown, context: z.RefinementCtx): unknown => {
    if (sizeOf(value) <= most) return value;
    context.addIssue({ code: 'custom', message: `must have at most ${most} ${noun}` });
    return z.NEVER;
  };
  const bound = schema instanceof z.ZodArray ? { maxItems: most } : { maxProperties: most };
  return z.preprocess(counted, schema).meta(bound);
}

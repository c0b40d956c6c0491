/**
 * `order_by`: one field, then nothing, ` asc` or ` desc`.
 *
 * @see https://google.aip.dev/132#ordering
 */
import { invalidField } from './errors.ts';

/** One field of `order_by`, as AIP-132 has it. */
export interface Order {
  /** The field as the API names it, snake_case. */
  field: string;
  descending: boolean;
}

/**
 * @param allowed the fields that can order the list.
 * @throws ApiError INVALID_ARGUMENT on `order_by`.
 */
export function parseOrderBy(text: string, allowed: readonly string[]): Order {
  if (text === '') return { field: 'uid', descending: false };
  const match = /^([a-z_]+)(?: +(asc|desc))?$/.exec(text);
  if (match === null) {
    throw invalidField('order_by', 'must be one field, optionally followed by asc or desc');
  }
  const [, field = '', direction] = match;
  if (!allowed.includes(field)) {
    throw invalidField(
      'order_by',
      `cannot order by ${field}; the fields are ${allowed.join(', ')}`,
    );
  }
  return { field, descending: direction === 'desc' };
}

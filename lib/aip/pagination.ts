/**
 * Page size and skip of a list request.
 *
 * @see https://google.aip.dev/158
 */
import { invalidField } from './errors.ts';

/** Rows of a page without `page_size`, and the most; a larger `page_size` counts as that. */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** More than any list has, and a number that both databases take. */
const MOST = 10 ** 15;

/** @throws ApiError INVALID_ARGUMENT on `field` for anything but a whole number of at least 0. */
export function parseCount(text: string, field: string): number {
  if (!/^\d+$/.test(text)) throw invalidField(field, 'must be a whole number from 0 on');
  return Math.min(Number(text), MOST);
}

/** Absent and 0 mean the default. Values above the maximum mean the maximum. */
export function parsePageSize(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PAGE_SIZE;
  return Math.min(parseCount(text, 'page_size'), MAX_PAGE_SIZE) || DEFAULT_PAGE_SIZE;
}

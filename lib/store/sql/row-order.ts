/**
 * The order of rows in the database, where texts are ordered by code point. JavaScript's own order is
 * by UTF-16 code unit.
 */
import type { Cursor } from '#lib/aip/page-token.ts';

const FIRST_SURROGATE = 0xd8_00;
const AFTER_SURROGATES = 0xe0_00;

/** A code unit as a number in the order of code points: halves of large ones are behind all. */
function orderOf(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit;
  return unit < AFTER_SURROGATES
    ? unit + AFTER_SURROGATES
    : unit - AFTER_SURROGATES + FIRST_SURROGATE;
}

/** Whether a well-formed text comes before another one. */
export function isTextBefore(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return orderOf(one) < orderOf(other);
  }
  return a.length < b.length;
}

/** Whether a row comes before another one in ascending order. */
export function comesBefore(a: Cursor, b: Cursor): boolean {
  if (a.value === b.value) return a.uid < b.uid;
  if (typeof a.value === 'number' && typeof b.value === 'number') return a.value < b.value;
  return isTextBefore(String(a.value), String(b.value));
}

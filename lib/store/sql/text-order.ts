/** The order of texts in the database: by code point. JavaScript's own is by UTF-16 code unit. */

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

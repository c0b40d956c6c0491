/**
 * Names that people can see and distinguish: without controls, line breaks, text direction and
 * other invisible characters.
 *
 * @see https://www.unicode.org/reports/tr39/
 */

import type { FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';

/** Variation selectors only choose how the character before them looks, as in many emoji. */
const UNSEEN = /(?![\u{fe00}-\u{fe0f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The reason to refuse a name; null for a good one. */
export function nameProblem(name: string): string | null {
  if (UNSEEN.test(name)) return 'must not have control characters or other invisible ones';
  if (name.trim() !== name) return 'must not begin or end with a blank';
  return null;
}

/** Why the name of a body is refused; empty if it is fine or absent. */
export function nameViolations({ name }: JsonObject): FieldViolation[] {
  const problem = typeof name === 'string' ? nameProblem(name) : null;
  return problem === null ? [] : [{ field: 'name', description: problem }];
}

/**
 * A text as searches compare it: without the differences of case and of compatible characters. Upper
 * case comes first, because only it makes ß and SS the same.
 */
export const folded = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** A text from elsewhere, such as a claim, without the characters that a name must not have. */
export const plainName = (name: string): string =>
  name.replaceAll(new RegExp(UNSEEN, 'gu'), '').trim();

/** Longer names with the same beginning are compared anyway. */
const LONGEST_ALIKE = 200;

/** The same for all names that differ only in case and signs, and for some others. */
export const alikeForm = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, LONGEST_ALIKE)
    .toWellFormed();

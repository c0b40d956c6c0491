import type { FieldViolation } from '#lib/aip/errors.ts';
import { patternProblem } from '#lib/auth/matching/patterns.ts';
import { programSize } from '#lib/auth/matching/program-size.ts';
import { MAX_PATTERN_LENGTH } from '#lib/resources/identity.ts';

/** Bounds the patterns of a body together, since all of them are compiled in one request. */
export const MAX_INSTRUCTIONS_OF_A_BODY = 5_000;

/**
 * The violations of the patterns of a body, by their fields. A pattern that is too long already
 * violates its field, and is never compiled.
 */
export function patternViolations(
  patterns: Iterable<readonly [field: string, pattern: unknown]>,
): FieldViolation[] {
  let together = 0;
  return [...patterns].flatMap(([field, pattern]) => {
    // A character has up to two units.
    if (typeof pattern !== 'string' || pattern.length > 2 * MAX_PATTERN_LENGTH) return [];
    together += programSize(pattern);
    const description =
      together > MAX_INSTRUCTIONS_OF_A_BODY
        ? `must, with the patterns before it, compile to at most ${MAX_INSTRUCTIONS_OF_A_BODY} instructions`
        : patternProblem(pattern);
    return description === null ? [] : [{ field, description }];
  });
}

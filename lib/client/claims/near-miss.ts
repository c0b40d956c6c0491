/** Finds the single difference that keeps a text from matching. */
import { MAX_TEXT_LENGTH, type MatchesWhole } from '#lib/auth/matching/claim-checks.ts';

/** GitHub writes `repo:acme@1234/app@5678:…` for repositories since July 2026. */
const withoutIds = (text: string) => text.replaceAll(/@\d+(?=[/:])/g, '');

const withoutSlashes = (text: string) => text.replace(/\/+$/, '');

/**
 * The only difference between two texts: trailing slash, case, surrounding spaces, or ids of GitHub.
 *
 * @param wanting what the first text belongs to: "the identity".
 * @param having what the second text belongs to: "the token".
 */
export function nearMiss(
  expected: string,
  given: string,
  [wanting, having]: readonly [string, string],
): string | null {
  if (expected === given) return null;
  if (expected.trim() === given.trim()) {
    return 'They differ only in spaces at the start or end.';
  }
  const more = expected.length > given.length ? wanting : having;
  const [left, right] = [withoutSlashes(expected), withoutSlashes(given)];
  if (left === right) {
    return `They differ only in the slash at the end, which ${more} has.`;
  }
  if (expected.toLowerCase() === given.toLowerCase()) {
    return 'They differ only in upper and lower case.';
  }
  if (withoutIds(expected) === withoutIds(given)) {
    return `They differ only in the ids after the names, as in acme@1234, which ${more} has.`;
  }
  if (left.toLowerCase() === right.toLowerCase()) {
    return 'They differ only in the slash at the end and in upper and lower case.';
  }
  return null;
}

/** Why a valid pattern matches none of the texts, if it nearly does. */
export function nearPattern(
  pattern: string,
  given: readonly string[],
  matchesWhole: MatchesWhole,
): string | null {
  const isLong = (text: string) => text.length > MAX_TEXT_LENGTH && matchesWhole(pattern, text);
  if (given.some(isLong)) {
    return `A value of more than ${MAX_TEXT_LENGTH} characters matches no pattern.`;
  }
  if (given.some((text) => matchesWhole(`(?s).*(?:${pattern}).*`, text))) {
    return 'The pattern matches only a part. It must match the whole value.';
  }
  const isCase = given.some((text) => matchesWhole(`(?i:${pattern})`, text));
  return isCase ? 'It would match if upper and lower case were the same.' : null;
}

export const UNVERIFIED =
  'The token does not say that the e-mail address is verified (email_verified).';

/** Does a token's set of claims match what an identity asks for? Pure, and linear in time. */
import { RE2JS } from 're2js';
import type { ClaimMatch } from '#lib/resources/identity.ts';
import { checkClaims } from './claim-checks.ts';
import type { CheckOptions, Claims } from './claim-checks.ts';

export type { Claims };

const MAX_COMPILED = 1_000;
const compiled = new Map<string, RE2JS | null>();

/** Null for what does not compile, which then matches nothing. */
function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  let regex: RE2JS | null = null;
  try {
    regex = RE2JS.compile(pattern);
  } catch {
    regex = null;
  }
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(pattern, regex);
  return regex;
}

/** True where the pattern matches the whole text. */
export function matchesWhole(pattern: string, text: string): boolean {
  return compile(pattern)?.matches(text) === true;
}

/** True where the pattern is one of RE2. */
export function isPattern(pattern: string): boolean {
  return compile(pattern) !== null;
}

/**
 * True where every part of the match holds.
 *
 * @param options.ownAudience true for an audience that is the installation's. A match that names no
 *   audience asks for such a one.
 */
export function matchesClaims(
  match: ClaimMatch,
  claims: Claims,
  options: Pick<CheckOptions, 'ownAudience' | 'isOwnRequest'>,
): boolean {
  for (const { holds } of checkClaims(match, claims, { ...options, matchesWhole })) {
    if (!holds) return false;
  }
  return true;
}

/** Decides whether a token's claims match an identity. Pure, and linear in time. */
import { RE2JS } from 're2js';
import type { ClaimMatch } from '#lib/resources/identity.ts';
import { checkClaims } from './claim-checks.ts';
import type { CheckOptions, Claims } from './claim-checks.ts';

export type { Claims };

const MAX_COMPILED = 1_000;
const compiled = new Map<string, RE2JS | null>();

/** Null for a pattern that does not compile. It matches nothing. */
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

/** True if the pattern matches the whole text. */
export function matchesWhole(pattern: string, text: string): boolean {
  return compile(pattern)?.matches(text) === true;
}

/** True if the pattern is valid in RE2. */
export function isPattern(pattern: string): boolean {
  return compile(pattern) !== null;
}

/**
 * True if every part of the claim match matches.
 *
 * @param options.ownAudience true for an audience that is the installation's. A claim match that
 * names
 *   no audience requires one of these.
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

/** Does a token's set of claims match what an identity asks for? Pure, and linear in time. */
import { RE2JS } from 're2js';
import type { ClaimMatch } from '#lib/resources/identity.ts';

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

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

/** A claim as texts: each element of an array counts, numbers and booleans as JSON writes them. */
function textsOf(claim: unknown): string[] {
  const values = Array.isArray(claim) ? claim : [claim];
  return values.flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
  });
}

function holds(
  texts: readonly string[],
  literal: string | undefined,
  pattern: string | undefined,
): boolean {
  if (literal !== undefined) return texts.includes(literal);
  if (pattern !== undefined) return texts.some((text) => matchesWhole(pattern, text));
  return false;
}

/**
 * True where every part of the match holds.
 *
 * @param ownAudience whether an audience is the installation's, which is what
 *   counts where the match names none.
 */
export function matchesClaims(
  match: ClaimMatch,
  claims: Claims,
  ownAudience: (audience: string) => boolean,
): boolean {
  const audiences = textsOf(claims['aud']);
  const audienceHolds =
    match.audience === undefined && match.audiencePattern === undefined
      ? audiences.some(ownAudience)
      : holds(audiences, match.audience, match.audiencePattern);
  return (
    audienceHolds &&
    holds(textsOf(claims['iss']), match.issuer, match.issuerPattern) &&
    holds(textsOf(claims['sub']), match.subject, match.subjectPattern) &&
    Object.entries(match.claims ?? {}).every(([claim, value]) =>
      holds(textsOf(claims[claim]), value, undefined),
    ) &&
    Object.entries(match.claimPatterns ?? {}).every(([claim, pattern]) =>
      holds(textsOf(claims[claim]), undefined, pattern),
    )
  );
}

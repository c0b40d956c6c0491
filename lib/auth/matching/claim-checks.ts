/** What an identity asks of a token's claims, part by part. Pure, for the server and the browser. */
import type { ClaimMatch } from '#lib/resources/identity.ts';

/** The claims of a token. */
export type Claims = Readonly<Record<string, unknown>>;

/** True where the pattern matches the whole text, as RE2 has it. */
export type MatchesWhole = (pattern: string, text: string) => boolean;

export interface ClaimCheck {
  claim: string;
  /** The path in the match: `issuer`, `claimPatterns.repository`; null where the match names no audience. */
  path: string | null;
  /** The literal or the pattern. */
  expected: string;
  isPattern: boolean;
  /** What the token says, as texts. */
  given: readonly string[];
  holds: boolean;
}

/** A claim as texts: each element of an array counts, numbers and booleans as JSON writes them. */
function textsOf(claim: unknown): string[] {
  const values = Array.isArray(claim) ? claim : [claim];
  return values.flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
  });
}

/* What every object has is no claim. */
const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

export interface CheckOptions {
  /** Whether an audience is the installation's, which is what counts where the match names none. */
  ownAudience: (audience: string) => boolean;
  /** The installation's address, to say which audience was expected. */
  ownUrl?: string;
  matchesWhole: MatchesWhole;
}

/** Every part of the match against the claims; a token matches where all hold. */
export function* checkClaims(
  match: ClaimMatch,
  claims: Claims,
  { ownAudience, ownUrl = '', matchesWhole }: CheckOptions,
): Generator<ClaimCheck> {
  const literal = (claim: string, path: string, expected: string): ClaimCheck => {
    const given = textsOf(claimOf(claims, claim));
    return { claim, path, expected, isPattern: false, given, holds: given.includes(expected) };
  };
  const pattern = (claim: string, path: string, expected: string): ClaimCheck => {
    const given = textsOf(claimOf(claims, claim));
    const holds = given.some((text) => matchesWhole(expected, text));
    return { claim, path, expected, isPattern: true, given, holds };
  };
  const either = (claim: string, name: 'issuer' | 'subject' | 'audience'): ClaimCheck => {
    const [value, expression] = [match[name], match[`${name}Pattern`]];
    if (value !== undefined) return literal(claim, name, value);
    if (expression !== undefined) return pattern(claim, `${name}Pattern`, expression);
    // A match that asks for nothing here matches nothing.
    return { ...literal(claim, name, ''), holds: false };
  };
  yield either('iss', 'issuer');
  yield either('sub', 'subject');
  if (match.audience === undefined && match.audiencePattern === undefined) {
    const given = textsOf(claimOf(claims, 'aud'));
    const holds = given.some(ownAudience);
    yield { claim: 'aud', path: null, expected: ownUrl, isPattern: false, given, holds };
  } else yield either('aud', 'audience');
  for (const [claim, value] of Object.entries(match.claims ?? {})) {
    yield literal(claim, `claims.${claim}`, value);
  }
  for (const [claim, expression] of Object.entries(match.claimPatterns ?? {})) {
    yield pattern(claim, `claimPatterns.${claim}`, expression);
  }
}

/**
 * Compares a token's claims with an identity's claim match, part by part. Pure, for the server and
 * the browser.
 */
import { isJsonObject } from '#lib/aip/json.ts';
import type { ClaimMatch } from '#lib/resources/identity.ts';

/** The claims of a token, as decoded from its JSON. */
export type Claims = Readonly<Record<string, unknown>>;

/** True if the pattern matches the whole text, by the rules of RE2. */
export type MatchesWhole = (pattern: string, text: string) => boolean;

/** A longer text matches no pattern. */
export const MAX_TEXT_LENGTH = 256;

/** One comparison of a claim match with a token. */
export interface ClaimCheck {
  claim: string;
  /**
   * The path in the claim match: `issuer`, `claimPatterns.repository`; null if the claim match
   * names no audience.
   */
  path: string | null;
  expected: string;
  isPattern: boolean;
  given: readonly string[];
  /** True for an e-mail address that the issuer has not verified. Such an address never matches. */
  isUnverified: boolean;
  holds: boolean;
}

/**
 * A claim as texts. Each element of an array counts; numbers and booleans are written as in JSON.
 */
function textsOf(claim: unknown, most?: number): string[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.slice(0, most).flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
  });
}

const EMAIL = 'email';

/**
 * True if the issuer says that it has verified the e-mail address (`email_verified`, OpenID Connect
 * Core 1.0, section 5.1). Some issuers write the boolean as text.
 */
export function isEmailVerified(claims: Claims): boolean {
  const verified = claimOf(claims, 'email_verified');
  return verified === true || verified === 'true';
}

/* Properties that every object inherits are not claims. */
const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

/**
 * A claim as texts, as claim matches compare it. None for an e-mail address that is not verified.
 *
 * @param most how many elements of an array count; all unless given.
 */
export function claimTexts(claims: Claims, claim: string, most?: number): readonly string[] {
  if (claim === EMAIL && !isEmailVerified(claims)) return [];
  return textsOf(claimOf(claims, claim), most);
}

/**
 * Whether a claim has the value. Verified addresses compare without case, as those of invites do: a
 * domain has none, and no provider gives two people addresses that differ in it alone (RFC 5321, 2.4).
 */
export const isValue = (claim: string, expected: string, given: string): boolean =>
  claim === EMAIL ? expected.toLowerCase() === given.toLowerCase() : expected === given;

/** Whether a claim matches the pattern. An address may match it as it is, or in lower case. */
export function matchesPattern(
  claim: string,
  pattern: string,
  { given, matchesWhole }: { given: string; matchesWhole: MatchesWhole },
): boolean {
  if (given.length > MAX_TEXT_LENGTH) return false;
  if (matchesWhole(pattern, given)) return true;
  const lower = given.toLowerCase();
  return claim === EMAIL && lower !== given && matchesWhole(pattern, lower);
}

/**
 * Claims that a token lacks because its issuer has them elsewhere, as Entra does for people with many
 * groups.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims
 */
export function claimsElsewhere(claims: Claims): string[] {
  const names = claimOf(claims, '_claim_names');
  if (!isJsonObject(names)) return [];
  return Object.keys(names).filter((name) => claimOf(claims, name) === undefined);
}

export interface CheckOptions {
  /**
   * True for claims that this installation requested itself, such as those of a session. They need
   * no audience, unless the claim match names one.
   */
  isOwnRequest?: boolean;
  /**
   * Whether an audience is the installation's. It is required if the claim match names no audience.
   */
  ownAudience: (audience: string) => boolean;
  /** The installation's address, to report which audience was expected. */
  ownUrl?: string;
  matchesWhole: MatchesWhole;
}

/** Compares each part of the claim match with the claims. A token matches if all parts match. */
export function* checkClaims(
  match: ClaimMatch,
  claims: Claims,
  { isOwnRequest = false, ownAudience, ownUrl = '', matchesWhole }: CheckOptions,
): Generator<ClaimCheck> {
  const check = (claim: string, path: string, expected: string, isPattern: boolean): ClaimCheck => {
    const given = textsOf(claimOf(claims, claim));
    const matches = (text: string) =>
      isPattern
        ? matchesPattern(claim, expected, { given: text, matchesWhole })
        : isValue(claim, expected, text);
    const isUnverified = claim === EMAIL && !isEmailVerified(claims);
    const holds = !isUnverified && given.some(matches);
    return { claim, path, expected, isPattern, given, isUnverified, holds };
  };
  const either = (claim: string, name: 'issuer' | 'subject' | 'audience'): ClaimCheck => {
    const [value, expression] = [match[name], match[`${name}Pattern`]];
    if (value !== undefined) return check(claim, name, value, false);
    if (expression !== undefined) return check(claim, `${name}Pattern`, expression, true);
    // A claim match without a value here matches nothing.
    return { ...check(claim, name, '', false), holds: false };
  };
  yield either('iss', 'issuer');
  yield either('sub', 'subject');
  if (match.audience === undefined && match.audiencePattern === undefined) {
    const own = check('aud', '', ownUrl, false);
    yield { ...own, path: null, holds: isOwnRequest || own.given.some(ownAudience) };
  } else yield either('aud', 'audience');
  for (const [claim, value] of Object.entries(match.claims ?? {})) {
    yield check(claim, `claims.${claim}`, value, false);
  }
  for (const [claim, expression] of Object.entries(match.claimPatterns ?? {})) {
    yield check(claim, `claimPatterns.${claim}`, expression, true);
  }
}

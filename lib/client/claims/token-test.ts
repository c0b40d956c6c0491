/** Whether a token would match an identity. Runs in the browser: the token never leaves it. */
import { isObject } from '#lib/client/is-object.ts';
import {
  checkClaims,
  type ClaimCheck,
  type Claims,
  type MatchesWhole,
} from '#lib/auth/matching/claim-checks.ts';
import { nearMiss, nearPattern, UNVERIFIED } from '#lib/client/claims/near-miss.ts';
import { timesProblem } from '#lib/auth/tokens/times.ts';
import type { ClaimMatch } from '#lib/client/resources/resources.ts';

/** The pattern engine is larger than a page, so it loads only for patterns. */
export interface PatternEngine {
  matchesWhole: MatchesWhole;
  patternProblem: (pattern: string) => string | null;
}

export const loadPatterns = (): Promise<PatternEngine> => import('#lib/auth/matching/patterns.ts');

/** Whether the engine for RE2 has to be loaded to test the claim match. */
export function hasPatterns(match: ClaimMatch): boolean {
  const { issuerPattern, subjectPattern, audiencePattern, claimPatterns = {} } = match;
  return (
    [issuerPattern, subjectPattern, audiencePattern].some((pattern) => pattern !== undefined) ||
    Object.keys(claimPatterns).length > 0
  );
}

function decodePart(part: string): unknown {
  const base64 = part.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** The claims of a token, or why it has none. Nothing is verified. */
export function readToken(text: string): { claims: Claims } | { problem: string } {
  const token = text.trim().replace(/^bearer\s+/i, '');
  const parts = token.split('.');
  if (parts.length === 5) {
    return { problem: 'This token is encrypted; only its recipient can read what it claims.' };
  }
  if (parts.length !== 3) {
    return { problem: 'This is not a JWT: a JWT has three parts separated by dots.' };
  }
  try {
    const [header, claims] = [decodePart(parts[0] ?? ''), decodePart(parts[1] ?? '')];
    if (isObject(header) && isObject(claims)) return { claims };
  } catch {
    // The `catch` falls through to the message below.
  }
  return { problem: 'This is not a JWT: its parts do not decode to JSON objects.' };
}

export interface ClaimVerdict extends ClaimCheck {
  /** A near miss: the only difference between two texts. */
  hint: string | null;
}

/** How a token compares with a claim match. */
export interface TokenVerdict {
  /** Whether every claim matches, ignoring expiry. */
  matches: boolean;
  checks: ClaimVerdict[];
  /** Why the server would refuse the token even if its claims match. */
  timesProblem: string | null;
}

const SIDES = ['the identity', 'the token'] as const;

function hintOf(check: ClaimCheck, engine: PatternEngine | null) {
  const { holds, isPattern, isUnverified, expected, given } = check;
  if (holds) return null;
  if (isUnverified && given.length > 0) return UNVERIFIED;
  if (!isPattern) {
    return (
      given.map((text) => nearMiss(expected, text, SIDES)).find((hint) => hint !== null) ?? null
    );
  }
  if (engine === null) return null;
  const problem = engine.patternProblem(expected);
  if (problem !== null) return `The pattern ${problem}.`;
  return nearPattern(expected, given, engine.matchesWhole);
}

export interface TestOptions {
  /** The installation's address: the audience of a token if the identity names none. */
  ownUrl: string;
  /** Null if the match has no pattern. */
  engine: PatternEngine | null;
  /** Seconds since 1970. */
  now: number;
}

/** The server's decision on a token with these claims. */
export function testClaims(
  match: ClaimMatch,
  claims: Claims,
  { ownUrl, engine, now }: TestOptions,
): TokenVerdict {
  const checks = [
    ...checkClaims(match, claims, {
      ownUrl,
      ownAudience: (audience) => audience === ownUrl,
      matchesWhole: engine?.matchesWhole ?? (() => false),
    }),
  ].map((check) => ({ ...check, hint: hintOf(check, engine) }));
  return {
    matches: checks.every(({ holds }) => holds),
    checks,
    timesProblem: timesProblem(claims, now),
  };
}

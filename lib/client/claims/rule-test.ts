/**
 * Which role rules would match the claims of a person, by what compares them at a sign-in. Runs in the
 * browser: the claims never leave it.
 */
import { isObject } from '#lib/client/is-object.ts';
import { type Claims, claimTexts, type MatchesWhole } from '#lib/auth/matching/claim-checks.ts';
import {
  comparedTexts,
  type Condition,
  MAX_RULE_VALUES,
  ruleHolds,
} from '#lib/auth/matching/rule-checks.ts';
import { nearMiss, nearPattern, UNVERIFIED } from '#lib/client/claims/near-miss.ts';
import { type PatternEngine, readToken } from '#lib/client/claims/token-test.ts';

/** More than any token has. It bounds how long the page is busy. */
const MAX_LENGTH = 65_536;

/** The claims in the text, which is JSON or a JWT, or why there are none. Nothing is verified. */
export function readClaims(text: string): { claims: Claims } | { problem: string } {
  if (text.length > MAX_LENGTH) return { problem: 'This is too long: at most 65,536 characters.' };
  if (!/^\s*[{[]/.test(text)) return readToken(text);
  try {
    const claims: unknown = JSON.parse(text);
    if (isObject(claims)) return { claims };
  } catch {
    return { problem: 'This is not valid JSON.' };
  }
  return { problem: 'This is JSON, but not an object of claims.' };
}

export interface RuleVerdict {
  holds: boolean;
  /** The values of the claim that count, those that match first. */
  given: readonly string[];
  /** Why it does not match, if there is more to say than that no value is the right one. */
  why: string | null;
}

/** @param engine null if the rule has no pattern. */
export function testRule(
  rule: Condition,
  claims: Claims,
  engine: PatternEngine | null,
): RuleVerdict {
  const matchesWhole = engine?.matchesWhole ?? (() => false);
  const given = comparedTexts(rule, claims);
  const problem = rule.pattern && engine?.patternProblem(rule.pattern);
  if (problem) return { holds: false, given, why: `The pattern ${problem}.` };
  const found = new Set(given.filter((text) => ruleHolds(rule, text, matchesWhole)));
  if (found.size === 0) {
    return { holds: false, given, why: whyNot(rule, claims, given, matchesWhole) };
  }
  const others = given.filter((text) => !found.has(text));
  return { holds: true, given: [...found, ...others], why: null };
}

function whyNot(
  rule: Condition,
  claims: Claims,
  given: readonly string[],
  matchesWhole: MatchesWhole,
): string | null {
  const { claim, value = '', pattern } = rule;
  if (claim === '') return 'The rule names no claim yet.';
  if (!Object.hasOwn(claims, claim)) return whyMissing(claim, claims);
  if (given.length === 0) return whyWithoutTexts(claim, claims);
  const later = claimTexts(claims, claim).slice(MAX_RULE_VALUES);
  if (later.some((text) => ruleHolds(rule, text, matchesWhole))) {
    return `Only the first ${MAX_RULE_VALUES} values count. A later one would match.`;
  }
  if (pattern === undefined) {
    for (const text of given) {
      const hint = nearMiss(value, text, ['the rule', 'the claim']);
      if (hint !== null) return `There is ${text}. ${hint}`;
    }
    return null;
  }
  return nearPattern(pattern, given, matchesWhole);
}

function whyMissing(claim: string, claims: Claims): string {
  const alike = Object.keys(claims).find((name) => name.toLowerCase() === claim.toLowerCase());
  if (alike !== undefined) return `There is no claim ${claim}, but ${alike}: case counts.`;
  const [first = ''] = claim.split('.');
  const isWithin = (name: string) => isObject(claims[name]) && Object.hasOwn(claims[name], claim);
  const outer = Object.keys(claims).find(
    (name) => isWithin(name) || (isObject(claims[name]) && name === first),
  );
  return outer === undefined
    ? `There is no claim ${claim}.`
    : `There is no claim ${claim} at the top level, where claims count. Look into ${outer}.`;
}

function whyWithoutTexts(claim: string, claims: Claims): string {
  const value = claims[claim];
  if (Array.isArray(value) && value.length === 0) return `The claim ${claim} is an empty list.`;
  if (claim === 'email' && typeof value === 'string') return UNVERIFIED;
  return `The claim ${claim} is neither a text, a number or a boolean, nor a list of them.`;
}

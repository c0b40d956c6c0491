/**
 * Compares the claims of a person with a role rule, text by text. Pure, for the server and the
 * browser.
 */
import type { RoleRule } from '#lib/resources/rows.ts';
import { claimTexts, isValue, matchesPattern } from './claim-checks.ts';
import type { Claims, MatchesWhole } from './claim-checks.ts';

export type Condition = Pick<RoleRule, 'claim' | 'value' | 'pattern'>;

/** The most values of one claim that count. The largest providers list a few hundred groups. */
export const MAX_RULE_VALUES = 500;

/** The texts of the rule's claim that count, MAX_RULE_VALUES at most. */
export const comparedTexts = ({ claim }: Condition, claims: Claims): readonly string[] =>
  claimTexts(claims, claim, MAX_RULE_VALUES);

/** Whether one text of the claim meets the rule. @param matchesWhole compares a pattern with the whole text. */
export function ruleHolds(
  { claim, value, pattern }: Condition,
  text: string,
  matchesWhole: MatchesWhole,
): boolean {
  if (pattern === undefined) return value !== undefined && isValue(claim, value, text);
  return matchesPattern(claim, pattern, { given: text, matchesWhole });
}

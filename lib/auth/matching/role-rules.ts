/** Which role rules of an identity provider match the claims of a person who signs in. */
import type { RoleRule } from '#lib/resources/rows.ts';
import { claimTexts } from './claim-checks.ts';
import type { Claims } from './claim-checks.ts';
import { filterInParts } from './in-parts.ts';
import { matchesWhole } from './patterns.ts';

/** Of one claim. The largest providers list a few hundred groups. */
const MAX_VALUES = 500;
/** A longer value matches no pattern of a rule. */
const MAX_TEXT_LENGTH = 256;

/**
 * The instructions that the pattern of a rule may compile to. All rules are compared with all values
 * at each sign-in, so it is less than for identities.
 */
export const MAX_RULE_INSTRUCTIONS = 500;

function holds(rule: RoleRule, text: string): boolean {
  if (rule.pattern === undefined) return text === rule.value;
  return text.length <= MAX_TEXT_LENGTH && matchesWhole(rule.pattern, text);
}

export async function matchingRules(
  rules: readonly RoleRule[],
  claims: Claims,
): Promise<RoleRule[]> {
  const compared = rules.flatMap((rule) =>
    claimTexts(claims, rule.claim)
      .slice(0, MAX_VALUES)
      .map((text) => ({ rule, text })),
  );
  const found = await filterInParts(compared, ({ rule, text }) => holds(rule, text));
  return [...new Set(found.map(({ rule }) => rule))];
}

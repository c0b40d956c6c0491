/** Which role rules of an identity provider match the claims of a person who signs in. */
import type { RoleRule } from '#lib/resources/rows.ts';
import type { Claims } from './claim-checks.ts';
import { filterInParts } from './in-parts.ts';
import { matchesWhole } from './patterns.ts';
import { comparedTexts, ruleHolds } from './rule-checks.ts';

export async function matchingRules(
  rules: readonly RoleRule[],
  claims: Claims,
): Promise<RoleRule[]> {
  const compared = rules.flatMap((rule) =>
    comparedTexts(rule, claims).map((text) => ({ rule, text })),
  );
  const found = await filterInParts(compared, ({ rule, text }) =>
    ruleHolds(rule, text, matchesWhole),
  );
  return [...new Set(found.map(({ rule }) => rule))];
}

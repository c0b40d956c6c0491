/** Which role rules of an identity provider match the claims of a person who signs in. */
import type { RoleRule } from '#lib/resources/rows.ts';
import type { Claims } from './claim-checks.ts';
import { filterInParts, Steps } from './in-parts.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { matchesWhole } from './patterns.ts';
import { comparedTexts, ruleHolds } from './rule-checks.ts';

/** The steps of one sign-in, which compares each rule with each value. */
const MAX_STEPS = 10_000_000;

/** The rules that match the claims of a sign-in, each once. Rules beyond the steps of a sign-in do not match. */
export async function matchingRules(
  rules: readonly RoleRule[],
  claims: Claims,
): Promise<RoleRule[]> {
  const [{ groupUid } = {}] = rules;
  if (groupUid === undefined) return [];
  const compared = rules.flatMap((rule) =>
    comparedTexts(rule, claims).map((text) => ({ rule, text })),
  );
  const steps = new Steps(MAX_STEPS);
  const found = await filterInParts(
    compared,
    ({ rule, text }) =>
      ruleHolds(rule, text, (pattern, value) => matchesWhole(pattern, value, steps)),
    [await shareOf(groupUid)],
  );
  return [...new Set(found.map(({ rule }) => rule))];
}

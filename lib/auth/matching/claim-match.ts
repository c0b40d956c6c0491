/** Decides whether a token's claims match an identity. Pure, and linear in time. */
import type { ClaimMatch } from '#lib/resources/identity.ts';
import { checkClaims, type CheckOptions, type Claims, type MatchesWhole } from './claim-checks.ts';
import { matchesWhole } from './patterns.ts';
import type { Steps } from './steps.ts';

/** True if every part of the claim match matches. */
export function matchesClaims(
  match: ClaimMatch,
  claims: Claims,
  options: Pick<CheckOptions, 'ownAudience' | 'isOwnRequest'>,
  steps?: Steps,
): boolean {
  const matches: MatchesWhole = (pattern, text) => matchesWhole(pattern, text, steps);
  for (const { holds } of checkClaims(match, claims, { ...options, matchesWhole: matches })) {
    if (!holds) return false;
  }
  return true;
}

/** Changes a claim match so that it accepts a token that it refused. Pure. */
import { patternOf } from '#lib/client/claims/patterns.ts';
import type { ClaimVerdict } from '#lib/client/claims/token-test.ts';
import type { ClaimMatch } from '#lib/client/resources/resources.ts';

/** Whether what the claim match accepts today stays accepted. */
export type Way = 'add' | 'replace';

/** One claim changes; null if no change would make it match. */
function changed(match: ClaimMatch, check: ClaimVerdict, way: Way): ClaimMatch | null {
  const { path, expected, isPattern, isUnverified, given } = check;
  const [value] = given;
  if (value === undefined || isUnverified) return null;
  // A second issuer would be trusted to name anybody.
  if (check.claim === 'iss' && way === 'add') return null;
  const own = isPattern ? expected : patternOf(expected);
  const pattern = `${own}|${patternOf(value)}`;
  const [map, claim = ''] = path?.split(/\.(.*)/s) ?? [];
  if (map === 'claims' || map === 'claimPatterns') {
    const { [claim]: _value, ...claims } = match.claims ?? {};
    const { [claim]: _pattern, ...claimPatterns } = match.claimPatterns ?? {};
    return way === 'add'
      ? { ...match, claims, claimPatterns: { ...claimPatterns, [claim]: pattern } }
      : { ...match, claims: { ...claims, [claim]: value }, claimPatterns };
  }
  const name = NAMES[check.claim];
  if (name === undefined) return null;
  const { [name]: _own, [`${name}Pattern` as const]: _pattern, ...others } = match;
  return way === 'add' ? { ...others, [`${name}Pattern`]: pattern } : { ...others, [name]: value };
}

const NAMES: Readonly<Record<string, 'issuer' | 'subject' | 'audience'>> = {
  iss: 'issuer',
  sub: 'subject',
  aud: 'audience',
};

/** The claim match that also accepts the token, or accepts it instead; null if that is not possible. */
export function mended(
  match: ClaimMatch,
  differing: readonly ClaimVerdict[],
  way: Way,
): ClaimMatch | null {
  return differing.reduce<ClaimMatch | null>((so, check) => so && changed(so, check, way), match);
}

/** Compares who tried to sign in with identities: which it is, or which are nearest and why they do not match. */
import { literalPrefixOf } from '#lib/client/claims/patterns.ts';
import type { Pasted } from '#lib/client/claims/pasted.ts';
import { type ClaimVerdict, testClaims, type TestOptions } from '#lib/client/claims/token-test.ts';
import type { Identity } from '#lib/client/resources/resources.ts';

export interface Near {
  identity: Identity;
  /** The claims that keep it from matching; none if it matches. */
  differing: readonly ClaimVerdict[];
}

/** More would hide each other. */
const MOST = 4;

/** The parts of a subject: `repo:acme/shop:ref:refs/heads/main`. */
const partsOf = (text: string): string[] => text.split(/(?<=[:|@])/);

/** The beginning of both texts that is the same, in whole parts. */
function sharedParts(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const end = left.findIndex((part, index) => part !== right[index]);
  return end < 0 ? left.length : end;
}

/** The part of the expected text that is not the same as in the given one. */
export function differingParts(expected: string, given: string): [string, string] {
  const same = sharedParts(expected, given);
  const restOf = (text: string) => partsOf(text).slice(same).join('') || text;
  return [restOf(expected), restOf(given)];
}

const closenessOf = (checks: readonly ClaimVerdict[]): number => {
  const subject = checks.find(({ claim }) => claim === 'sub');
  if (!subject) return 0;
  const { expected, isPattern, given, holds } = subject;
  if (holds) return Infinity;
  const literal = isPattern ? literalPrefixOf(expected) : expected;
  return sharedParts(literal, given[0] ?? '');
};

/** `repo:acme/shop:` and a name for a part of it are two parts. */
const CLOSE = 2;

function isNear(checks: readonly ClaimVerdict[]): boolean {
  const wrong = checks.filter(({ holds }) => !holds);
  const isAlike = (claim: string) =>
    wrong.every((check) => check.claim !== claim || check.hint !== null);
  if (isAlike('sub')) return true;
  return isAlike('iss') && closenessOf(checks) >= CLOSE;
}

/** The identities that match, else those that nearly do, the nearest first. Whether a token has expired does not count. */
export function nearest(
  identities: readonly Identity[],
  { claims, isToken }: Pasted,
  options: Omit<TestOptions, 'now'>,
): Near[] {
  const judged = identities.map((identity) => {
    const { checks } = testClaims(identity.claimMatch, claims, { ...options, now: 0 });
    const known = checks.filter(({ claim }) => isToken || Object.hasOwn(claims, claim));
    const differing = known.filter(({ holds }) => !holds);
    return { identity, known, differing };
  });
  const matching = judged.filter(({ differing }) => differing.length === 0);
  const near = judged
    .filter(({ known }) => isNear(known))
    .toSorted(
      (a, b) =>
        a.differing.length - b.differing.length || closenessOf(b.known) - closenessOf(a.known),
    );
  return (matching.length > 0 ? matching : near)
    .slice(0, MOST)
    .map(({ identity, differing }) => ({ identity, differing }));
}

/** What differs, as the end of a sentence that begins with the identity's name. */
export function differenceText({ claim, expected, isPattern, given, hint }: ClaimVerdict): string {
  const of = claim === 'sub' ? '' : ` ${claim}`;
  const [first] = given;
  if (first === undefined) return `expects${of} ${expected}, this has no ${claim}`;
  if (isPattern) return `expects${of} like ${expected}, this has ${first}`;
  const [wanted, had] = differingParts(expected, first);
  const more = hint === null ? '' : ` (${hint.replace(/\.$/, '')})`;
  return `expects${of} ${wanted}, this has ${had}${more}`;
}

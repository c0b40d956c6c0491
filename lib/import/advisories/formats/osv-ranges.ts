/** The versions that begin and end the ranges of an OSV record. */
import { NO_ECOSYSTEM } from '#lib/advisory-formats/ecosystems.ts';
import { evaluated, inGivenOrder } from '#lib/advisory-formats/evaluate-range.ts';
import { limitsIn, type RangeEvent } from '#lib/advisory-formats/ranges.ts';
import {
  compareVersions,
  isComparable,
  orderOfRange,
} from '#lib/advisory-formats/versions/compare.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Warning } from '#lib/import/advisories/types.ts';
import type { OsvAffected } from './osv-schema.ts';

type OsvRange = NonNullable<OsvAffected['ranges']>[number];

/** The limits that decide which versions are affected. */
export function limitsOf({ type, events }: OsvRange, ecosystem: string): RangeEvent[] {
  if (type === 'GIT') return inGivenOrder(events);
  const order = orderOfRange(type, ecosystem);
  return evaluated(events, order, endOf(events, order));
}

/** A range that the text of a detection cannot express. Undefined if it can. @param limits of the range. */
export function beyondText(
  range: OsvRange,
  limits: readonly RangeEvent[],
  ecosystem: string,
): JsonObject | undefined {
  // Commits have no order, nor have versions that the ecosystem does not know.
  if (range.type === 'GIT' || incomparable(range, ecosystem) !== undefined) {
    return range as JsonObject;
  }
  // In the text, an interval of one version is a version in a list, which is only that spelling.
  const isOfOne = limits.some(
    ({ introduced }, at) =>
      introduced !== undefined && introduced === limits[at + 1]?.last_affected,
  );
  return isOfOne ? { type: range.type, events: limits.map((limit) => ({ ...limit })) } : undefined;
}

/** The first version of the range that has no place in the order of its ecosystem. */
function incomparable({ type, events }: OsvRange, ecosystem: string): string | undefined {
  const order = orderOfRange(type, ecosystem);
  return limitsIn(events)
    .map(({ version }) => version)
    .find((version) => !isComparable(order, version));
}

/** Names the ranges whose order is a guess. */
export function guessesOf(affected: readonly OsvAffected[]): Pick<Warning, 'field' | 'warning'>[] {
  return affected.flatMap(({ package: of, ranges }, index) =>
    (ranges ?? []).flatMap((range, at) => {
      if (range.type === 'GIT') return [];
      const version = incomparable(range, of?.ecosystem ?? NO_ECOSYSTEM);
      if (version === undefined) return [];
      const scheme = range.type === 'SEMVER' ? 'SemVer' : of?.ecosystem;
      const warning = `${version} is not a version of ${scheme}: the range is kept as it is, and Grove compares numbers and words in it`;
      return [{ field: `affected.${index}.ranges.${at}.events`, warning }];
    }),
  );
}

/** A version below any of the limits is looked at. */
function endOf(events: OsvRange['events'], order: string): string | undefined {
  const limits = events.flatMap(({ limit }) => limit ?? []);
  if (limits.includes('*')) return undefined;
  return limits.sort((a, b) => compareVersions(order, a, b)).at(-1);
}

/** From the lowest version. Empty if some affected versions have no fix. */
export function fixesOf(affected: readonly OsvAffected[]): string[] {
  const ecosystem = affected[0]?.package?.ecosystem ?? NO_ECOSYSTEM;
  if (affected.some(({ ranges, versions }) => !ranges?.length && versions?.length)) return [];
  const ranges = affected.flatMap((one) => one.ranges ?? []);
  const measured = ranges.filter(({ type }) => type !== 'GIT');
  const deciding = measured.length > 0 ? measured : ranges;
  if (deciding.length === 0 || !deciding.every((range) => endsFixed(range, ecosystem))) return [];
  const fixes = deciding.flatMap((range) => fixesIn(range, ecosystem));
  const distinct = [...new Set(fixes)];
  if (measured.length === 0) return distinct;
  const areSemver = measured.every(({ type }) => type === 'SEMVER');
  const order = orderOfRange(areSemver ? 'SEMVER' : 'ECOSYSTEM', ecosystem);
  return distinct.sort((a, b) => compareVersions(order, a, b));
}

const fixesIn = (range: OsvRange, ecosystem: string): string[] => {
  const limits = range.type === 'GIT' ? range.events : limitsOf(range, ecosystem);
  return limits.flatMap(({ fixed }) => fixed ?? []);
};

/** Commits have no order, so each beginning needs an end. */
function endsFixed(range: OsvRange, ecosystem: string): boolean {
  if (range.type !== 'GIT') {
    const limits = limitsOf(range, ecosystem);
    return limits.length === 0 || limits.at(-1)?.fixed !== undefined;
  }
  const count = (name: 'introduced' | 'fixed') =>
    range.events.filter((event) => event[name] !== undefined).length;
  return count('fixed') > 0 && count('fixed') >= count('introduced');
}

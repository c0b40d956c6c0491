/** The versions that begin and end the ranges of an OSV record. */
import { NO_ECOSYSTEM } from '#lib/advisory-formats/ecosystems.ts';
import { evaluated, inGivenOrder } from '#lib/advisory-formats/evaluate-range.ts';
import type { RangeEvent } from '#lib/advisory-formats/ranges.ts';
import { compareVersions } from '#lib/advisory-formats/versions/compare.ts';
import type { OsvAffected } from './osv-schema.ts';

type OsvRange = NonNullable<OsvAffected['ranges']>[number];

/** The limits that decide which versions are affected. */
export function limitsOf({ type, events }: OsvRange, ecosystem: string): RangeEvent[] {
  if (type === 'GIT') return inGivenOrder(events);
  return evaluated(events, ecosystem, endOf(events, ecosystem));
}

/** A version below any of the limits is looked at. */
function endOf(events: OsvRange['events'], ecosystem: string): string | undefined {
  const limits = events.flatMap(({ limit }) => limit ?? []);
  if (limits.includes('*')) return undefined;
  return limits.sort((a, b) => compareVersions(ecosystem, a, b)).at(-1);
}

/** From the lowest version. Empty if some affected versions have no fix. */
export function fixesOf(affected: readonly OsvAffected[]): string[] {
  const ecosystem = affected[0]?.package?.ecosystem ?? NO_ECOSYSTEM;
  if (affected.some(({ ranges }) => !ranges?.length)) return [];
  const ranges = affected.flatMap((one) => one.ranges ?? []);
  const measured = ranges.filter(({ type }) => type !== 'GIT');
  const deciding = measured.length > 0 ? measured : ranges;
  if (!deciding.every((range) => endsFixed(range, ecosystem))) return [];
  const fixes = deciding.flatMap((range) => fixesIn(range, ecosystem));
  const distinct = [...new Set(fixes)];
  if (measured.length === 0) return distinct;
  return distinct.sort((a, b) => compareVersions(ecosystem, a, b));
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

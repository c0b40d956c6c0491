/** The versions that end the ranges of an OSV record. */
import { NO_ECOSYSTEM } from '#lib/advisory-formats/ecosystems.ts';
import { inVersionOrder } from '#lib/advisory-formats/ranges.ts';
import type { RangeEvent } from '#lib/advisory-formats/ranges.ts';
import { compareVersions } from '#lib/advisory-formats/versions/compare.ts';
import type { OsvAffected } from './osv-schema.ts';

type OsvRange = NonNullable<OsvAffected['ranges']>[number];

/** Without limits that Grove does not store, such as `limit` of a range of commits. */
export const limitsOf = (events: OsvRange['events']): RangeEvent[] =>
  events.map(({ introduced, fixed, last_affected }) => ({
    ...(introduced !== undefined && { introduced }),
    ...(fixed !== undefined && { fixed }),
    ...(last_affected !== undefined && { last_affected }),
  }));

/** From the lowest version. Empty if some affected versions have no fix. */
export function fixesOf(affected: readonly OsvAffected[]): string[] {
  const ecosystem = affected[0]?.package?.ecosystem ?? NO_ECOSYSTEM;
  if (affected.some(({ ranges }) => !ranges?.length)) return [];
  const ranges = affected.flatMap((one) => one.ranges ?? []);
  const measured = ranges.filter(({ type }) => type !== 'GIT');
  const deciding = measured.length > 0 ? measured : ranges;
  if (!deciding.every((range) => endsFixed(range, ecosystem))) return [];
  const fixes = deciding.flatMap(({ events }) => events.flatMap(({ fixed }) => fixed ?? []));
  const distinct = [...new Set(fixes)];
  if (measured.length === 0) return distinct;
  return distinct.sort((a, b) => compareVersions(ecosystem, a, b));
}

/** Commits have no order, so each beginning needs an end. */
function endsFixed({ type, events }: OsvRange, ecosystem: string): boolean {
  if (type !== 'GIT') {
    return inVersionOrder(limitsOf(events), ecosystem).at(-1)?.fixed !== undefined;
  }
  const count = (name: 'introduced' | 'fixed') =>
    events.filter((event) => event[name] !== undefined).length;
  return count('fixed') > 0 && count('fixed') >= count('introduced');
}

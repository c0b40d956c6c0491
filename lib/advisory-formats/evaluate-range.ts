/**
 * Which versions a range contains, as OSV defines it. Each event changes whether the versions from
 * it on are affected, so events that change nothing mean nothing.
 *
 * @see https://ossf.github.io/osv-schema/#evaluation
 */
import { limitsIn, RANGE_LIMITS, type Limit, type RangeEvent } from './ranges.ts';
import { compareVersions } from './versions/compare.ts';

/**
 * Equivalent limits from the lowest version to the highest: alternately where affected versions
 * begin and where they end.
 *
 * @param end versions from this one on are ignored.
 */
export function evaluated(
  events: readonly RangeEvent[],
  ecosystem: string,
  end?: string,
): RangeEvent[] {
  const compare = (a: string, b: string) => compareVersions(ecosystem, a, b);
  const limits = limitsIn(events).toSorted(
    (a, b) =>
      compare(a.version, b.version) || RANGE_LIMITS.indexOf(a.kind) - RANGE_LIMITS.indexOf(b.kind),
  );
  const before = limits.filter(({ version }) => end === undefined || compare(version, end) < 0);
  const result = inTurns(before, (a, b) => compare(a, b) === 0);
  const isOpen = result.at(-1)?.kind === 'introduced';
  if (isOpen && end !== undefined) result.push({ kind: 'fixed', version: end });
  return result.map(eventOf);
}

/**
 * The versions that none of the ranges contains. A record may have thousands of both, so all are put into
 * one order, which passes each only once.
 *
 * @param ranges each in turns, as {@link evaluated} gives them.
 */
export function outsideOf(
  versions: readonly string[],
  ranges: readonly (readonly RangeEvent[])[],
  ecosystem: string,
): string[] {
  const limits = ranges.flatMap(limitsIn).map(({ kind, version }) => ({
    version,
    opened: kind === 'introduced' ? 1 : -1,
    // A last affected version is inside of the range that it ends.
    place: kind === 'last_affected' ? 2 : 0,
  }));
  const asked = versions.map((version) => ({ version, opened: 0, place: 1 }));
  const all = [...limits, ...asked].sort(
    (a, b) => compareVersions(ecosystem, a.version, b.version) || a.place - b.place,
  );
  const outside = new Set<string>();
  let open = 0;
  for (const { version, opened } of all) {
    open += opened;
    if (opened === 0 && open === 0) outside.add(version);
  }
  return versions.filter((version) => outside.has(version));
}

/** As {@link evaluated} for commits, which have no known order but that of the record. */
export const inGivenOrder = (events: readonly RangeEvent[]): RangeEvent[] =>
  inTurns(limitsIn(events), (a, b) => a === b).map(eventOf);

const eventOf = ({ kind, version }: Limit): RangeEvent => ({ [kind]: version });

function inTurns(limits: readonly Limit[], isSame: (a: string, b: string) => boolean): Limit[] {
  const result: Limit[] = [];
  for (const limit of limits) {
    const last = result.at(-1);
    const isOpen = last?.kind === 'introduced';
    if ((limit.kind === 'introduced') === isOpen) continue;
    // Nothing is between a version and itself.
    if (isOpen && limit.kind === 'fixed' && isSame(last.version, limit.version)) result.pop();
    else result.push(limit);
  }
  return result;
}

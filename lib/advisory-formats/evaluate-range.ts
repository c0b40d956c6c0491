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

interface End {
  version: string;
  isLast: boolean;
}

interface Interval {
  start: string;
  /** Null if it has none. */
  end: End | null;
}

/**
 * Finds out for versions whether one of the ranges contains them. A record may have thousands of
 * both, so each version is looked up among all ranges at once.
 *
 * @param ranges each in turns, as {@link evaluated} gives them.
 */
export function containing(
  ranges: readonly (readonly RangeEvent[])[],
  ecosystem: string,
): (version: string) => boolean {
  const compare = (a: string, b: string) => compareVersions(ecosystem, a, b);
  const intervals = ranges.flatMap(intervalsIn).sort((a, b) => compare(a.start, b.start));
  const ends: (End | null)[] = [];
  for (const { end } of intervals) {
    const before = ends.at(-1);
    ends.push(before === undefined ? end : furthest(before, end, compare));
  }
  return (version) => {
    const end = ends[countBelow(intervals, ({ start }) => compare(start, version) <= 0) - 1];
    if (end === undefined || end === null) return end === null;
    const order = compare(version, end.version);
    return end.isLast ? order <= 0 : order < 0;
  };
}

function intervalsIn(limits: readonly RangeEvent[]): Interval[] {
  const all = limitsIn(limits);
  return all.flatMap(({ kind, version: start }, at) => {
    if (kind !== 'introduced') return [];
    const next = all[at + 1];
    const end = next && { version: next.version, isLast: next.kind === 'last_affected' };
    return [{ start, end: end ?? null }];
  });
}

function furthest(
  a: End | null,
  b: End | null,
  compare: (a: string, b: string) => number,
): End | null {
  if (a === null || b === null) return null;
  const order = compare(a.version, b.version);
  return order > 0 || (order === 0 && a.isLast) ? a : b;
}

/**
 * The number of items at the beginning for which this holds. It holds for no item after the first
 * one for which it does not.
 */
function countBelow<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one !== undefined && holds(one)) low = middle + 1;
    else high = middle;
  }
  return low;
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

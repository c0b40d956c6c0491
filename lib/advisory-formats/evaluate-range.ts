/**
 * Which versions a range contains, as OSV defines it. Each event changes whether the versions from
 * it on are affected, so events that change nothing mean nothing.
 *
 * @see https://ossf.github.io/osv-schema/#evaluation
 */
import { limitsIn, type Limit, type RangeEvent } from './ranges.ts';
import { compareVersions } from './versions/compare.ts';

/**
 * Equivalent limits from the lowest version to the highest: alternately where affected versions
 * begin and where they end. Events of one version count in the order of the record.
 *
 * @param order the ecosystem whose versions they are, or that of {@link orderOfRange}.
 * @param end versions from this one on are ignored.
 */
export function evaluated(
  events: readonly RangeEvent[],
  order: string,
  end?: string,
): RangeEvent[] {
  const compare = (a: string, b: string) => compareVersions(order, a, b);
  const limits = limitsIn(events).toSorted((a, b) => compare(a.version, b.version));
  const before = limits.filter(({ version }) => end === undefined || compare(version, end) < 0);
  const result: Limit[] = [];
  for (const same of ofOneVersion(before, compare)) result.push(...turnsAt(same, isOpen(result)));
  if (isOpen(result) && end !== undefined) result.push({ kind: 'fixed', version: end });
  return result.map(eventOf);
}

const isOpen = (turns: readonly Limit[]) => turns.at(-1)?.kind === 'introduced';

/** @param sorted from the lowest version. */
function ofOneVersion(
  sorted: readonly Limit[],
  compare: (a: string, b: string) => number,
): Limit[][] {
  const groups: Limit[][] = [];
  for (const limit of sorted) {
    const last = groups.at(-1);
    if (last?.[0] && compare(last[0].version, limit.version) === 0) last.push(limit);
    else groups.push([limit]);
  }
  return groups;
}

/**
 * What changes at one version.
 *
 * @param wasOpen whether the versions just below it are affected.
 */
function turnsAt(limits: readonly Limit[], wasOpen: boolean): Limit[] {
  let [isAffected, areAbove] = [wasOpen, wasOpen];
  for (const { kind } of limits) {
    areAbove = kind === 'introduced';
    if (kind !== 'last_affected') isAffected = areAbove;
  }
  const last = (kind: Limit['kind']) => limits.findLast((limit) => limit.kind === kind) ?? [];
  return [
    ...(isAffected && !wasOpen ? [last('introduced')] : []),
    ...(wasOpen && !isAffected ? [last('fixed')] : []),
    ...(isAffected && !areAbove ? [last('last_affected')] : []),
  ].flat();
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
  order: string,
): string[] {
  const limits = ranges.flatMap(limitsIn).map(({ kind, version }) => ({
    version,
    opened: kind === 'introduced' ? 1 : -1,
    // A last affected version is inside of the range that it ends.
    place: kind === 'last_affected' ? 2 : 0,
  }));
  const asked = versions.map((version) => ({ version, opened: 0, place: 1 }));
  const all = [...limits, ...asked].sort(
    (a, b) => compareVersions(order, a.version, b.version) || a.place - b.place,
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
export function inGivenOrder(events: readonly RangeEvent[]): RangeEvent[] {
  const result: Limit[] = [];
  for (const limit of limitsIn(events)) {
    const last = result.at(-1);
    const isAffected = isOpen(result);
    if ((limit.kind === 'introduced') === isAffected) continue;
    // Nothing is between a commit and itself.
    if (isAffected && limit.kind === 'fixed' && last?.version === limit.version) result.pop();
    else result.push(limit);
  }
  return result.map(eventOf);
}

export const eventOf = ({ kind, version }: Limit): RangeEvent => ({ [kind]: version });

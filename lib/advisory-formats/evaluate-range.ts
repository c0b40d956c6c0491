/**
 * Which versions a range contains, as OSV defines it. Each event changes whether the versions from
 * it on are affected, so events that change nothing mean nothing.
 *
 * @see https://ossf.github.io/osv-schema/#evaluation
 */
import { LIMITS } from './ranges.ts';
import type { RangeEvent } from './ranges.ts';
import { compareVersions } from './versions/compare.ts';

interface Limit {
  /** At one version, the earlier kind in this list comes first. */
  kind: 'introduced' | 'fixed' | 'last_affected';
  version: string;
}

/**
 * The limits that say the same, in turns: where affected versions begin, and where they end. From
 * the lowest version to the highest.
 *
 * @param end versions from this one on are not looked at, if there is one.
 */
export function evaluated(
  events: readonly RangeEvent[],
  ecosystem: string,
  end?: string,
): RangeEvent[] {
  const compare = (a: string, b: string) => compareVersions(ecosystem, a, b);
  const limits = limitsIn(events).toSorted(
    (a, b) => compare(a.version, b.version) || LIMITS.indexOf(a.kind) - LIMITS.indexOf(b.kind),
  );
  const before = limits.filter(({ version }) => end === undefined || compare(version, end) < 0);
  const result = inTurns(before, (a, b) => compare(a, b) === 0);
  const isOpen = result.at(-1)?.kind === 'introduced';
  if (isOpen && end !== undefined) result.push({ kind: 'fixed', version: end });
  return result.map(eventOf);
}

/** @param limits in turns, as {@link evaluated} gives them. */
export function contains(
  limits: readonly RangeEvent[],
  version: string,
  ecosystem: string,
): boolean {
  const last = limitsIn(limits).findLast((limit) => {
    const order = compareVersions(ecosystem, version, limit.version);
    return limit.kind === 'last_affected' ? order > 0 : order >= 0;
  });
  return last?.kind === 'introduced';
}

/** The same as {@link evaluated} for commits, whose order nobody knows: that of the record. */
export const inGivenOrder = (events: readonly RangeEvent[]): RangeEvent[] =>
  inTurns(limitsIn(events), (a, b) => a === b).map(eventOf);

function limitsIn(events: readonly RangeEvent[]): Limit[] {
  return events.flatMap((event) =>
    LIMITS.flatMap((kind) => {
      const version = event[kind];
      return version === undefined ? [] : [{ kind, version }];
    }),
  );
}

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

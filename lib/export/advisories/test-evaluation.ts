/**
 * OSV's evaluation, line by line as its specification has it, with none of Grove's code.
 *
 * @see https://ossf.github.io/osv-schema/#evaluation
 */
export type OsvEvent = Partial<Record<'introduced' | 'fixed' | 'last_affected' | 'limit', string>>;

export interface OsvRange {
  type: 'SEMVER' | 'ECOSYSTEM';
  events: OsvEvent[];
}

export interface Affected {
  package: { ecosystem: string; name: string };
  ranges?: OsvRange[];
  versions?: string[];
}

type Compare = (a: string, b: string) => number;

/** @param orderOf the order of versions for a type of ranges. */
export const isVulnerable = (
  version: string,
  affected: readonly Affected[],
  orderOf: (type: OsvRange['type']) => Compare,
): boolean =>
  affected.some(
    ({ ranges = [], versions = [] }) =>
      versions.includes(version) ||
      ranges.some((range) => isIncluded(version, range, fromZero(orderOf(range.type)))),
  );

/** `0` is before every version. */
const fromZero =
  (compare: Compare): Compare =>
  (a, b) =>
    a === '0' || b === '0' ? Number(a !== '0') - Number(b !== '0') : compare(a, b);

function isIncluded(version: string, { events }: OsvRange, compare: Compare): boolean {
  const limits = events.flatMap(({ limit }) => limit ?? []);
  const isBefore = limits.length === 0 || limits.some((limit) => compare(version, limit) < 0);
  if (!isBefore) return false;
  const at = (event: OsvEvent) => Object.values(event)[0] ?? '';
  let vulnerable = false;
  for (const event of events.toSorted((a, b) => compare(at(a), at(b)))) {
    const { introduced, fixed, last_affected: last } = event;
    if (introduced !== undefined && compare(version, introduced) >= 0) vulnerable = true;
    else if (fixed !== undefined && compare(version, fixed) >= 0) vulnerable = false;
    else if (last !== undefined && compare(version, last) > 0) vulnerable = false;
  }
  return vulnerable;
}

/**
 * Evaluates OSV records like a scanner. It is written from the specification and uses none of
 * Grove's code.
 */
import semver from 'semver';

export interface ScannedRecord {
  withdrawn?: string;
  affected: {
    package?: { ecosystem: string; name: string };
    ranges?: { type: string; events: Record<string, string>[] }[];
    versions?: string[];
  }[];
}

/**
 * Whether a version of a package is affected.
 *
 * @see https://ossf.github.io/osv-schema/#evaluation
 */
export function isAffected(
  record: ScannedRecord,
  of: { ecosystem: string; name: string },
  version: string,
): boolean {
  if (record.withdrawn !== undefined) return false;
  return record.affected.some(
    ({ package: named, ranges = [], versions = [] }) =>
      named?.ecosystem === of.ecosystem &&
      named.name === of.name &&
      (versions.includes(version) || ranges.some((range) => isInRange(range, version))),
  );
}

function isInRange(
  { type, events }: { type: string; events: Record<string, string>[] },
  version: string,
): boolean {
  const compare = type === 'SEMVER' ? bySemver : byNumbers;
  const at = (event: Record<string, string>) => Object.values(event)[0] ?? '';
  let isIn = false;
  for (const event of events.toSorted((a, b) => compare(at(a), at(b)))) {
    const order = compare(version, at(event));
    if ('introduced' in event && order >= 0) isIn = true;
    if ('fixed' in event && order >= 0) isIn = false;
    if ('last_affected' in event && order > 0) isIn = false;
  }
  return isIn;
}

function bySemver(a: string, b: string): number {
  if (a === '0' || b === '0') return Number(a !== '0') - Number(b !== '0');
  return semver.compare(a, b);
}

/** Sufficient for versions of digits. */
function byNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  for (let at = 0; at < 8; at += 1) {
    const order = (left?.[at] ?? -1) - (right?.[at] ?? -1);
    if (order !== 0) return order;
  }
  return 0;
}

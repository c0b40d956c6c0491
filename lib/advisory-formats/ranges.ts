/**
 * Ranges of versions in one line, as a detection stores them: a version range specifier such as
 * `vers:semver/>=0|<1.2.3`. Reserved characters in a version are percent-encoded.
 *
 * @see https://github.com/package-url/vers-spec
 */

import { compareVersions } from './versions/compare.ts';

/** A range as OSV writes it: the type of its versions, and its limits. */
export interface VersionRange {
  type: 'SEMVER' | 'ECOSYSTEM' | 'GIT';
  events: RangeEvent[];
  /** Versions that are listed individually. */
  versions: string[];
}

/** One limit of a range. */
export type RangeEvent = Partial<Record<keyof typeof COMPARATORS, string>>;

const COMPARATORS = { introduced: '>=', fixed: '<', last_affected: '<=' } as const;
const NAMES = Object.keys(COMPARATORS) as (keyof typeof COMPARATORS)[];

const SCHEMES = { SEMVER: 'semver', ECOSYSTEM: 'generic', GIT: 'git' } as const;
const TYPES = Object.keys(SCHEMES) as (keyof typeof SCHEMES)[];

/**
 * Sorted from the lowest version, since records may list the events in any order. Commits keep
 * their order, because digests have none.
 *
 * @see https://ossf.github.io/osv-schema/#evaluation
 */
export function inVersionOrder(events: readonly RangeEvent[], ecosystem: string): RangeEvent[] {
  const versionOf = (event: RangeEvent) => Object.values(event)[0] ?? '';
  const single = events.flatMap((event) =>
    NAMES.flatMap((name): RangeEvent[] => {
      const version = event[name];
      return version === undefined ? [] : [{ [name]: version }];
    }),
  );
  // If a range both begins and ends at one version, the beginning comes first.
  const rank = (event: RangeEvent) => NAMES.findIndex((name) => event[name] !== undefined);
  return single.toSorted(
    (a, b) => compareVersions(ecosystem, versionOf(a), versionOf(b)) || rank(a) - rank(b),
  );
}

const encode = (version: string) => version.replace(/[%|<>=!*,\s]/g, encodeURIComponent);

export function rangeToText({ type, events, versions }: VersionRange): string {
  const limits = events.flatMap((event) =>
    NAMES.flatMap((name) => {
      const version = event[name];
      return version === undefined ? [] : [`${COMPARATORS[name]}${encode(version)}`];
    }),
  );
  const constraints = [...limits, ...versions.map((version) => `=${encode(version)}`)];
  return `vers:${SCHEMES[type]}/${constraints.join('|')}`;
}

/** Null for text that {@link rangeToText} does not write, such as a plain version. */
export function textToRange(text: string): VersionRange | null {
  const [, scheme, rest = ''] = /^vers:([a-z]+)\/(.*)$/s.exec(text) ?? [];
  const type = TYPES.find((name) => SCHEMES[name] === scheme);
  if (type === undefined) return null;
  const range: VersionRange = { type, events: [], versions: [] };
  for (const constraint of rest.split('|')) {
    const [, comparator = '', version = ''] = /^(>=|<=|<|=)(.*)$/s.exec(constraint) ?? [];
    const name = NAMES.find((candidate) => COMPARATORS[candidate] === comparator);
    if (name !== undefined) range.events.push({ [name]: decode(version) });
    else if (comparator === '=') range.versions.push(decode(version));
    else return null;
  }
  return range;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

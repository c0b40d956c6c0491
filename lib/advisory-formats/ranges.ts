/**
 * Ranges of versions in one line, as a detection stores them: a version range specifier such as
 * `vers:semver/>=0|<1.2.3`. Reserved characters in a version are percent-encoded.
 *
 * @see https://github.com/package-url/vers-spec
 */

export interface VersionRange {
  type: 'SEMVER' | 'ECOSYSTEM' | 'GIT';
  events: RangeEvent[];
  versions: string[];
}

/** An event of an OSV range: one limit and its version. */
export type RangeEvent = Partial<Record<keyof typeof COMPARATORS, string>>;

const COMPARATORS = { introduced: '>=', fixed: '<', last_affected: '<=' } as const;
export const RANGE_LIMITS = Object.keys(COMPARATORS) as (keyof typeof COMPARATORS)[];

/** A limit and its version. */
export interface Limit {
  kind: keyof typeof COMPARATORS;
  version: string;
}

/** The limits of the events, in their order. */
export const limitsIn = (events: readonly RangeEvent[]): Limit[] =>
  events.flatMap((event) =>
    RANGE_LIMITS.flatMap((kind) => {
      const version = event[kind];
      return version === undefined ? [] : [{ kind, version }];
    }),
  );

const SCHEMES = { SEMVER: 'semver', ECOSYSTEM: 'generic', GIT: 'git' } as const;
const TYPES = Object.keys(SCHEMES) as (keyof typeof SCHEMES)[];

/** The specifier of a range without any version. */
const NOTHING = 'vers:none/*';

/** `encodeURIComponent` leaves two of the reserved characters as they are. */
const OTHERS: Readonly<Record<string, string>> = { '!': '%21', '*': '%2A' };

const encode = (version: string) =>
  version.replace(/[%|<>=!*,\s]/g, (one) => OTHERS[one] ?? encodeURIComponent(one));

/** @param range whose limits alternate, from the lowest version to the highest. */
export function rangeToText({ type, events, versions }: VersionRange): string {
  const limits = limitsIn(events);
  // A specifier names no version twice.
  const constraints = limits.flatMap(({ kind, version }, at) => {
    if (version === limits[at - 1]?.version) return [];
    return version === limits[at + 1]?.version
      ? [encode(version)]
      : [`${COMPARATORS[kind]}${encode(version)}`];
  });
  const all = [...constraints, ...new Set(versions.map(encode))];
  return all.length === 0 ? NOTHING : `vers:${SCHEMES[type]}/${all.join('|')}`;
}

/** Null for text that {@link rangeToText} does not write, such as a plain version. */
export function textToRange(text: string): VersionRange | null {
  if (text === NOTHING) return { type: 'ECOSYSTEM', events: [], versions: [] };
  const [, scheme, rest = ''] = /^vers:([a-z]+)\/(.*)$/s.exec(text) ?? [];
  const type = TYPES.find((name) => SCHEMES[name] === scheme);
  if (type === undefined) return null;
  const range: VersionRange = { type, events: [], versions: [] };
  for (const constraint of rest.split('|')) {
    // Former releases wrote single versions with a sign.
    const [, comparator = '', version = ''] = /^(>=|<=|<|=|)([^<>=!].*)$/s.exec(constraint) ?? [];
    const name = RANGE_LIMITS.find((candidate) => COMPARATORS[candidate] === comparator);
    if (version === '') return null;
    if (name !== undefined) range.events.push({ [name]: decode(version) });
    else range.versions.push(decode(version));
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

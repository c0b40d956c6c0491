/** The affected versions of an advisory's artifact, in OSV's form. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { currentOf, dataOf, kindOf, type Statement } from '#lib/advisory-formats/current.ts';
import { NO_ECOSYSTEM } from '#lib/advisory-formats/ecosystems.ts';
import { evaluated, outsideOf } from '#lib/advisory-formats/evaluate-range.ts';
import { limitsIn, type RangeEvent, type VersionRange } from '#lib/advisory-formats/ranges.ts';
import {
  compareVersions,
  isComparable,
  isOrdered,
  isSemver,
  isSemverEcosystem,
  orderOfRange,
} from '#lib/advisory-formats/versions/compare.ts';
import { detectedIn, type Detected } from './detected-ranges.ts';

export interface AffectedVersions {
  ranges: JsonObject[];
  versions: string[];
}

/** @param ecosystem the artifact's ecosystem in OSV. */
export function affectedVersions(row: Advisory, ecosystem: string): AffectedVersions {
  const { newest, deciding } = currentOf(row);
  const found = detectedIn(row);
  const own = (version: string) => inSpelling(ecosystem, version);
  const named = found.flatMap(({ range }) => range.versions);
  const affected = versionsIn(newest).map(own);
  const versions = [...new Set([...named, ...affected])];
  const end = highestFix(row.fixedVersion, newest, ecosystem);
  const fixed = end === undefined ? undefined : own(end);
  const ranges = found.flatMap((one) => rangesOf(one, fixed, ecosystem));
  if (ranges.length > 0 || (versions.length > 0 && fixed === undefined)) {
    return { ranges: withSingle(ranges, affected, ecosystem), versions };
  }
  if (fixed !== undefined) {
    const below = intervalsOf([{ introduced: '0' }, { fixed }], ecosystem);
    return { ranges: withSingle(below, affected, ecosystem), versions };
  }
  // A fix in no version that is known says that nothing is affected any more.
  if (kindOf(deciding?.event) === 'fixed') return nothingAffected(ecosystem);
  return { ranges: intervalsOf([{ introduced: '0' }], ecosystem), versions };
}

function rangesOf(
  { range, repo, original }: Detected,
  fixed: string | undefined,
  ecosystem: string,
): JsonObject[] {
  const { type, events, versions } = range;
  const order = orderOfRange(type, ecosystem);
  if (type === 'GIT') return gitRange(range, repo, original);
  const limits = limitsIn(events);
  const isKnown = limits.every(({ version }) => isComparable(order, version));
  if (original !== undefined && !isKnown) return [original];
  if (versions.length > 0 && events.length === 0) return [];
  const own = spelled(events, (version) => inSpelling(ecosystem, version));
  return intervalsOf(closed(own, fixed, order), ecosystem, type);
}

/**
 * Says that no version is affected. A statement on one version says nothing of the others, and OSV has no word
 * for a single one.
 */
export function unaffectedVersions(row: Advisory, ecosystem: string): AffectedVersions {
  const isOfAll = currentOf(row).newest.some(({ isOfEveryVersion: is }) => is);
  return isOfAll ? nothingAffected(ecosystem) : { ranges: [], versions: [] };
}

/**
 * Statements may name the fixed version of several branches, and none says where a branch begins. A range
 * that ended at a lower one would leave out affected versions.
 */
function highestFix(fixedVersion: string, newest: readonly Statement[], ecosystem: string) {
  if (fixedVersion === '') return undefined;
  const ofVersions = newest.filter(({ isOfEveryVersion: isOfAll }) => !isOfAll);
  const fixes = ofVersions.map(({ event }) => String(dataOf(event)['fixedVersion'] ?? ''));
  return [fixedVersion, ...fixes.filter((fix) => fix !== '')]
    .sort((one, other) => compareVersions(ecosystem, one, other))
    .at(-1);
}

/** The single versions of which statements say at present that they are affected. */
const versionsIn = (newest: readonly Statement[]): string[] =>
  newest
    .filter(({ version, event }) => version !== '' && !UNAFFECTED.includes(kindOf(event)))
    .map(({ version }) => version);

const UNAFFECTED: readonly (string | undefined)[] = ['falsePositiveDetermination', 'fixed'];

/**
 * A scanner may read the ranges alone. A version that they leave out gets a range of its own.
 */
function withSingle(
  ranges: readonly JsonObject[],
  affected: readonly string[],
  ecosystem: string,
): JsonObject[] {
  const known = ranges
    .filter(({ type }) => type !== 'GIT')
    .map(({ events }) => events as RangeEvent[]);
  if (known.length === 0) return [...ranges];
  const ordered = [...new Set(affected)].filter((version) => isOrdered(ecosystem, version));
  const outside = outsideOf(ordered, known, ecosystem);
  const single = outside.map((version) => [{ introduced: version }, { last_affected: version }]);
  return [...ranges, ...single.flatMap((events) => intervalsOf(events, ecosystem))];
}

/** Says that no version is affected, in the form that package databases use. */
function nothingAffected(ecosystem: string): AffectedVersions {
  return { ranges: intervalsOf(NOTHING, ecosystem), versions: [] };
}

/** No version, in the form that package databases use. */
const NOTHING: readonly RangeEvent[] = [{ introduced: '0' }, { fixed: '0' }];

/** OSV writes Go versions without `v`, and no other SemVer ecosystem has one. */
const inSpelling = (ecosystem: string, version: string) =>
  isSemverEcosystem(ecosystem) ? version.replace(/^v(?=\d)/, '') : version;

const spelled = (events: readonly RangeEvent[], own: (version: string) => string): RangeEvent[] =>
  events.map((event) =>
    Object.fromEntries(Object.entries(event).map(([name, version]) => [name, own(version)])),
  );

/** Ends with the fix, if the range has no end and the fix is above all of it. */
function closed(
  events: readonly RangeEvent[],
  fixed: string | undefined,
  order: string,
): RangeEvent[] {
  const limits = evaluated(withStart(events), order);
  const start = limits.at(-1)?.introduced;
  if (fixed === undefined || start === undefined) return limits;
  return compareVersions(order, start, fixed) < 0 ? [...limits, { fixed }] : limits;
}

/** Text of former releases may have no beginning: `<1.2.3` is everything below. */
const withStart = (events: readonly RangeEvent[]): readonly RangeEvent[] =>
  events.length === 0 || events.some(({ introduced }) => introduced !== undefined)
    ? events
    : [{ introduced: '0' }, ...events];

/** A range may end with a fix or with a last affected version. One with both becomes several. */
function intervalsOf(
  events: readonly RangeEvent[],
  ecosystem: string,
  type: VersionRange['type'] = 'ECOSYSTEM',
): JsonObject[] {
  if (events.length === 0) return intervalsOf(NOTHING, ecosystem, type);
  const hasBoth =
    events.some(({ fixed }) => fixed !== undefined) &&
    events.some((event) => event.last_affected !== undefined);
  return (hasBoth ? pairs(events) : [[...events]]).map((group) => ({
    type: typeOf(group, ecosystem, type),
    events: group.map((event) => ({ ...event })),
  }));
}

/** Beginnings and ends come in turns. */
const pairs = (events: readonly RangeEvent[]): RangeEvent[][] =>
  events.flatMap((event, at) =>
    event.introduced === undefined ? [] : [[event, ...events.slice(at + 1, at + 2)]],
  );

function typeOf(events: readonly RangeEvent[], ecosystem: string, given: string): string {
  const versions = events.flatMap((event) => Object.values(event));
  const areSemver = versions.every((version) => version === '0' || isSemver(version));
  const isOfSemver = given === 'SEMVER' || isSemverEcosystem(ecosystem);
  return isOfSemver && areSemver ? 'SEMVER' : 'ECOSYSTEM';
}

/** Commits are as the record wrote them. Text of former releases may lack what OSV requires. */
function gitRange(
  { events }: VersionRange,
  repo: string,
  original: JsonObject | undefined,
): JsonObject[] {
  if (original !== undefined) return [original];
  const hasStart = events.some(({ introduced }) => introduced !== undefined);
  if (repo === '' || !hasStart) return [];
  return intervalsOf(events, NO_ECOSYSTEM).map((range) => ({ ...range, type: 'GIT', repo }));
}

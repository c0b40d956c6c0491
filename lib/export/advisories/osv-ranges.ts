/** The affected versions of an advisory's artifact, in OSV's form. */
import type { JsonObject } from '#lib/aip/json.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { currentOf, kindOf } from '#lib/advisory-formats/current.ts';
import type { Word } from '#lib/advisory-formats/current.ts';
import { NO_ECOSYSTEM } from '#lib/advisory-formats/ecosystems.ts';
import { isOfEveryVersion } from '#lib/advisory-formats/artifacts.ts';
import { originOf } from '#lib/advisory-formats/origin.ts';
import { inVersionOrder, textToRange } from '#lib/advisory-formats/ranges.ts';
import type { RangeEvent, VersionRange } from '#lib/advisory-formats/ranges.ts';
import {
  compareVersions,
  isSemver,
  isSemverEcosystem,
} from '#lib/advisory-formats/versions/compare.ts';

type Advisory = RowOf<'Advisory'>;

export interface AffectedVersions {
  ranges: JsonObject[];
  /** Versions that are listed individually. */
  versions: string[];
}

/** @param ecosystem the artifact's ecosystem in OSV. */
export function affectedVersions(row: Advisory, ecosystem: string): AffectedVersions {
  const { words, deciding } = currentOf(row);
  const { found, versions } = detectedIn(row);
  const own = (version: string) => inSpelling(ecosystem, version);
  const stated = versionsIn(words);
  const listed = [...new Set([...versions, ...stated].map(own))];
  const fixed = row.fixedVersion === '' ? undefined : own(row.fixedVersion);
  const measured = found.flatMap(({ range, repo }) =>
    range.type === 'GIT'
      ? gitRange(range, repo)
      : intervalsOf(closed(spelled(range.events, own), fixed, ecosystem), ecosystem),
  );
  if (measured.length > 0 || (listed.length > 0 && fixed === undefined)) {
    return { ranges: measured, versions: listed };
  }
  // A fix in no version that is known says that nothing is affected any more.
  const isFixed = fixed === undefined && kindOf(deciding?.event) === 'fixed';
  if (isFixed) return nothingAffected(ecosystem);
  const end: RangeEvent[] = fixed === undefined ? [] : [{ fixed }];
  return { ranges: intervalsOf([{ introduced: '0' }, ...end], ecosystem), versions: listed };
}

/** The single versions of which statements say at present that they are affected. */
const versionsIn = (words: readonly Word[]): string[] =>
  words
    .filter(({ version, event }) => version !== '' && !UNAFFECTED.includes(kindOf(event)))
    .map(({ version }) => version);

const UNAFFECTED: readonly (string | undefined)[] = ['falsePositiveDetermination', 'fixed'];

/** Says that no version is affected, in the form that package databases use. */
export function nothingAffected(ecosystem: string): AffectedVersions {
  return { ranges: intervalsOf([{ introduced: '0' }, { fixed: '0' }], ecosystem), versions: [] };
}

/**
 * The ranges in detections. A scan reports versions of a component, which say nothing about the
 * artifact's. Only ranges of the artifact itself count.
 */
function detectedIn(row: Advisory) {
  const { events: origins = {} } = originOf(row.origin);
  // What a statement says of one version is no range.
  const ofAll = (row.events as JsonObject[]).filter(({ uid }) => {
    const { product } = origins[String(uid)] ?? {};
    return product === undefined || isOfEveryVersion(product);
  });
  const scans = ofAll.flatMap(({ detection }) =>
    isJsonObject(detection) && isJsonObject(detection['scan']) ? [detection['scan']] : [],
  );
  const own = scans.filter(({ component }) => component === row.artifactName || component === '');
  const found = own.flatMap((scan) => {
    const text = String(scan['componentVersion'] ?? '');
    const range = text === '' ? EVERYTHING : textToRange(text);
    return range === null ? [] : [{ range, repo: String(scan['componentLocation'] ?? '') }];
  });
  return {
    found: found.filter(({ range }) => range.events.length > 0),
    versions: found.flatMap(({ range }) => range.versions),
  };
}

const EVERYTHING: VersionRange = { type: 'ECOSYSTEM', events: [{ introduced: '0' }], versions: [] };

/** OSV writes Go versions without `v`, and no other SemVer ecosystem has one. */
const inSpelling = (ecosystem: string, version: string) =>
  isSemverEcosystem(ecosystem) ? version.replace(/^v(?=\d)/, '') : version;

const spelled = (events: readonly RangeEvent[], own: (version: string) => string): RangeEvent[] =>
  events.map(
    (event) =>
      Object.fromEntries(
        Object.entries(event).map(([name, version]) => [name, own(version)]),
      ) as RangeEvent,
  );

/** Ends with the fix, if the range has no end and the fix is above all of it. */
function closed(
  events: readonly RangeEvent[],
  fixed: string | undefined,
  ecosystem: string,
): RangeEvent[] {
  const sorted = inVersionOrder(events, ecosystem);
  const start = sorted.at(-1)?.introduced;
  if (fixed === undefined || start === undefined) return sorted;
  return compareVersions(ecosystem, start, fixed) < 0 ? [...sorted, { fixed }] : sorted;
}

/** A range may end with a fix or with a last affected version. A range with both becomes two. */
function intervalsOf(events: readonly RangeEvent[], ecosystem: string): JsonObject[] {
  const hasBoth =
    events.some(({ fixed }) => fixed !== undefined) &&
    events.some((event) => event.last_affected !== undefined);
  const groups = hasBoth ? intervals(events) : [[...events]];
  return groups.map((group) => {
    const hasStart = group.some(({ introduced }) => introduced !== undefined);
    const whole = hasStart ? group : [{ introduced: '0' }, ...group];
    return { type: typeOf(whole, ecosystem), events: whole.map((event) => ({ ...event })) };
  });
}

function intervals(events: readonly RangeEvent[]): RangeEvent[][] {
  const groups: RangeEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (event.introduced !== undefined || last === undefined) groups.push([event]);
    else last.push(event);
  }
  return groups.flatMap((group) => {
    const [start, ...ends] = group;
    return start !== undefined && ends.length > 1 ? ends.map((end) => [start, end]) : [group];
  });
}

function typeOf(events: readonly RangeEvent[], ecosystem: string): string {
  const versions = events.flatMap((event) => Object.values(event));
  const areSemver = versions.every((version) => version === '0' || isSemver(version));
  return isSemverEcosystem(ecosystem) && areSemver ? 'SEMVER' : 'ECOSYSTEM';
}

const COMMIT = /^(?:0|[0-9a-f]{40}|[0-9a-f]{64})$/;

/** OSV requires full commit digests and the repository. */
function gitRange({ events }: VersionRange, repo: string): JsonObject[] {
  const isWhole = events.every((event) =>
    Object.values(event).every((version) => COMMIT.test(version)),
  );
  const hasStart = events.some(({ introduced }) => introduced !== undefined);
  if (repo === '' || !isWhole || !hasStart) return [];
  return intervalsOf(events, NO_ECOSYSTEM).map((range) => ({ ...range, type: 'GIT', repo }));
}

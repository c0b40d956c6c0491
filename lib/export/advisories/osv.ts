/**
 * Stored advisories as OSV records. Each id in a group is one record, with the affected versions of
 * each package. Facts that OSV has no field for are kept under `database_specific.grove`, so
 * that an import into Grove loses nothing.
 *
 * @see https://ossf.github.io/osv-schema/
 */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { isSelf } from '#lib/advisory-formats/package-names.ts';
import { originOf, type Origin } from '#lib/advisory-formats/origin.ts';
import { ecosystemOf, packagePurl } from '#lib/advisory-formats/packages.ts';
import { WITHDRAWN_NOTE } from '#lib/advisory-formats/current.ts';
import { EVENT_STATUS } from '#lib/resources/advisory-statuses.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import { ownWords } from './own-words.ts';
import { affectedVersions, unaffectedVersions } from './osv-ranges.ts';

const SCHEMA_VERSION = '1.7.0';

/** @param rows of one id in one group; at least one. */
export function osvOf(rows: readonly [Advisory, ...Advisory[]]): JsonObject {
  const [first] = rows;
  const shared = sharedFacts(rows);
  const withdrawn = withdrawnTime(rows);
  const { database_specific: specific, ...record } = recordOf(rows);
  const beside: JsonObject = {
    ...(isJsonObject(specific) && specific),
    ...(first.severity > 0 && { severity: SEVERITIES[first.severity] ?? '' }),
  };
  return {
    schema_version: SCHEMA_VERSION,
    id: first.advisoryId,
    modified: latest(rows.map(({ updateTime }) => updateTime)).toISOString(),
    published: earliest(rows.map(({ createTime }) => createTime)).toISOString(),
    ...(withdrawn !== undefined && { withdrawn }),
    aliases: shared.aliases,
    summary: shared.summary,
    ...(shared.severities.length > 0 && { severity: shared.severities }),
    ...record,
    affected: rows.map((row) => affectedOf(row, shared, withdrawn !== undefined)),
    ...(Object.keys(beside).length > 0 && { database_specific: beside }),
  };
}

/** What the newest version of the record has beyond the fields of the API. */
function recordOf(rows: readonly Advisory[]): JsonObject {
  const known = rows.map(({ origin }) => originOf(origin)).filter(({ record }) => record);
  const modifiedOf = ({ modified = '' }: Origin) => modified;
  const newest = known.toSorted((a, b) => (modifiedOf(a) < modifiedOf(b) ? 1 : -1))[0];
  return newest?.record ?? {};
}

const latest = (times: readonly Date[]) => new Date(Math.max(...times.map(Number)));
const earliest = (times: readonly Date[]) => new Date(Math.min(...times.map(Number)));

interface Shared {
  aliases: string[];
  summary: string;
  severities: JsonObject[];
}

function sharedFacts(rows: readonly [Advisory, ...Advisory[]]): Shared {
  const [first] = rows;
  const severities = severitiesOf(first);
  return {
    aliases: [...new Set(rows.flatMap(({ aliases }) => aliases))],
    summary: rows.find(({ summary }) => summary !== '')?.summary ?? '',
    severities: rows.every((row) => isDeepStrictEqual(severitiesOf(row), severities))
      ? severities
      : [],
  };
}

/** With the words of a distribution's own scale. */
function severitiesOf({ severities, origin }: Advisory): JsonObject[] {
  const words = originOf(origin).affected?.['severity'];
  return [...severities, ...(Array.isArray(words) ? words.filter(isJsonObject) : [])];
}

/** The time of the withdrawal, if the source withdrew the whole record. */
function withdrawnTime(rows: readonly Advisory[]): string | undefined {
  const times = rows.flatMap((row) => {
    const last = row.events.at(-1);
    return isWithdrawn(last) ? [String(last?.['createTime'])] : [];
  });
  return times.length === rows.length ? times.sort().at(-1) : undefined;
}

function isWithdrawn(event: JsonObject | undefined): boolean {
  const data = event?.['falsePositiveDetermination'];
  return isJsonObject(data) && data['note'] === WITHDRAWN_NOTE;
}

function affectedOf(row: Advisory, shared: Shared, isAllWithdrawn: boolean): JsonObject {
  const ecosystem = ecosystemOf(row);
  const purl = packagePurl(row);
  const isFalsePositive =
    row.status === EVENT_STATUS.falsePositiveDetermination &&
    // The ranges of a record that says itself that it is withdrawn mean nothing.
    !(isAllWithdrawn && isWithdrawn(row.events.at(-1)));
  const { ranges, versions } = isFalsePositive
    ? unaffectedVersions(row, ecosystem)
    : affectedVersions(row, ecosystem);
  const severities = severitiesOf(row);
  const isOwnSeverity = shared.severities.length === 0 && severities.length > 0;
  return {
    package: { ecosystem, name: row.artifactName, ...(purl !== undefined && { purl }) },
    ...(ranges.length > 0 && { ranges }),
    ...(versions.length > 0 && { versions }),
    ...(isOwnSeverity && { severity: severities }),
    ...specificOf(row, wordsFor(row, shared)),
  };
}

/** What the record said of the package and OSV does not define, with what Grove adds. */
function specificOf(row: Advisory, grove: JsonObject): JsonObject {
  const { ecosystem_specific: ofEcosystem, database_specific: ofDatabase } =
    originOf(row.origin).affected ?? {};
  const inEcosystem = { ...(isJsonObject(ofEcosystem) && ofEcosystem), ...componentIn(row) };
  return {
    ...(Object.keys(inEcosystem).length > 0 && { ecosystem_specific: inEcosystem }),
    database_specific: { ...(isJsonObject(ofDatabase) && ofDatabase), grove },
  };
}

/** The vulnerable part of the artifact. Its versions are not the artifact's. */
function componentIn(row: Advisory): JsonObject {
  const { componentName: name, componentType: type, componentLocation: location } = row;
  if (name === '' || isSelf(row)) return {};
  return { component: { name, type, location } };
}

function wordsFor(row: Advisory, shared: Shared): JsonObject {
  const { aliases } = row;
  return {
    ...ownWords(row),
    ...(row.summary !== shared.summary && { summary: row.summary }),
    ...(!isDeepStrictEqual(aliases, shared.aliases) && { aliases }),
  };
}

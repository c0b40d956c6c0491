/** Files of formats that Grove knows and does not read. */
import type { JsonObject } from '#lib/aip/json.ts';
import { objectsIn } from './foreign-vex.ts';

const has = (record: JsonObject, ...names: string[]) =>
  names.every((name) => record[name] !== undefined);

const FORMATS: readonly (readonly [string, (record: JsonObject) => boolean])[] = [
  ['SPDX', (record) => has(record, 'spdxVersion') || includes(record['@context'], 'spdx.org')],
  ['SARIF', (record) => includes(record['$schema'], 'sarif') || has(record, 'version', 'runs')],
  ["GitHub's API", (record) => has(record, 'ghsa_id')],
  ['a catalog of exploited vulnerabilities', (record) => has(record, 'catalogVersion')],
  ['a CVE record', (record) => has(record, 'cveMetadata')],
];

const includes = (value: unknown, part: string) =>
  typeof value === 'string' && value.toLowerCase().includes(part);

/** The name of the format. Undefined if it is none of those. */
export const otherFormatOf = (record: JsonObject): string | undefined =>
  FORMATS.find(([, isIt]) => isIt(record))?.[0];

/** What a hub of statements says of itself, by the members of its lists: its index, a manifest, its description. */
const OF_HUB = {
  packages: ['id', 'location'],
  Sources: ['Path', 'URL'],
  versions: ['spec_version', 'locations'],
};

/** True for the files in which a hub lists its documents and addresses. */
export const isOfHub = (record: JsonObject): boolean =>
  Object.entries(OF_HUB).some(([list, names]) =>
    objectsIn(record[list]).some((one) => has(one, ...names)),
  );

/** True for a record with at least one of the fields that OSV requires. */
export const isLikeOsv = (record: JsonObject): boolean =>
  ['id', 'modified', 'affected'].some((name) => has(record, name));

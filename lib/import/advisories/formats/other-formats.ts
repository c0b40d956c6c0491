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

/** True for the list of the documents of a hub of statements. */
export const isHubIndex = (record: JsonObject): boolean =>
  has(record, 'updated_at') &&
  objectsIn(record['packages']).some((one) => has(one, 'id', 'location'));

/** True for a record with at least one of the fields that OSV requires. */
export const isLikeOsv = (record: JsonObject): boolean =>
  ['id', 'modified', 'affected'].some((name) => has(record, name));

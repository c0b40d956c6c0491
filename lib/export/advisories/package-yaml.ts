/**
 * Stored advisories as the files that distributions keep in git: YAML, schema-version 2, one file
 * for each package.
 */
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { dataOf, kindOf, yamlKind } from '#lib/advisory-formats/current.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { originOf } from '#lib/advisory-formats/origin.ts';
import type { Kind } from '#lib/advisory-formats/statements.ts';
import { ownWords } from './own-words.ts';

const SCHEMA_VERSION = '2.0.2';

const FORM = { lineWidth: 0, indentSeq: true } as const;

/** Only a line feed ends a line: to `^` of a regular expression, U+2028 within a text does too. */
const indented = (text: string, by: string): string => text.replace(/(^|\n)(?=[^\n])/g, `$1${by}`);

const OF_ENTRY = ' '.repeat(4);

/**
 * A file, piece by piece: a large advisory takes long.
 *
 * @param rows of one artifact in one group; at least one.
 */
export function* packageYaml(rows: readonly [Advisory, ...Advisory[]]): Generator<string> {
  const named = stringify({ package: { name: rows[0].artifactName } }, FORM);
  yield `schema-version: ${SCHEMA_VERSION}\n\n${named}\nadvisories:\n`;
  let separator = '';
  for (const row of rows) {
    const { events = [], grove, ...first } = entryOf(row);
    yield `${separator}  - ${indented(stringify(first, FORM), OF_ENTRY).slice(OF_ENTRY.length)}`;
    if (events.length > 0) yield `${OF_ENTRY}events:\n`;
    for (const event of events) yield indented(stringify([event], FORM), `${OF_ENTRY}  `);
    if (grove !== undefined) yield indented(stringify({ grove }, FORM), OF_ENTRY);
    separator = '\n';
  }
}

interface Entry {
  id: string;
  aliases?: string[];
  events?: JsonObject[];
  grove?: JsonObject;
}

function entryOf(row: Advisory): Entry {
  const { aliases } = row;
  const isPlain = isPlainPackage(row);
  const { events: origins = {} } = originOf(row.origin);
  const timeline = row.events.map((event) => {
    const { componentId } = origins[String(event['uid'])] ?? {};
    return eventOf(event, componentId, isPlain);
  });
  return {
    id: row.advisoryId,
    ...(aliases.length > 0 && { aliases }),
    ...(timeline.length > 0 && { events: timeline }),
    ...(!isPlain && { grove: wordsFor(row) }),
  };
}

/** True if the package and its events carry everything that identifies the advisory. */
function isPlainPackage(row: Advisory): boolean {
  const { artifactType, artifactArchitecture, componentName, componentType } = row;
  const { componentLocation, fixedVersion, events } = row;
  const scans = events.flatMap(({ detection }) =>
    isJsonObject(detection) && isJsonObject(detection['scan']) ? [detection['scan']] : [],
  );
  const scan = scans.at(-1);
  const component = [scan?.['component'], scan?.['componentType'], scan?.['componentLocation']];
  const fix = events.at(-1)?.['fixed'];
  return (
    artifactType === 'apk' &&
    artifactArchitecture === '' &&
    isDeepStrictEqual(
      component.map((text) => text ?? ''),
      [componentName, componentType, componentLocation],
    ) &&
    fixedVersion === (isJsonObject(fix) ? fix['fixedVersion'] : '')
  );
}

/** Without the aliases and events, which the entry has in fields of its own. */
function wordsFor(row: Advisory): JsonObject {
  const { events: _, ...words } = ownWords(row);
  return { ...words, summary: row.summary, severities: row.severities };
}

function eventOf(event: JsonObject, componentId: string | undefined, isPlain: boolean): JsonObject {
  const own = { uid: event['uid'] ?? '', author: event['author'] ?? '' };
  return {
    // Such files give times to the second. This is used if it loses nothing.
    timestamp: String(event['createTime']).replace('.000Z', 'Z'),
    ...wordsOf(event, componentId),
    ...(!isPlain && { grove: own }),
  };
}

function wordsOf(event: JsonObject, componentId: string | undefined): JsonObject {
  const kind = kindOf(event) ?? 'detection';
  const data = wordsIn(kind, dataOf(event), componentId);
  return { type: yamlKind(kind), ...(Object.keys(data).length > 0 && { data }) };
}

function wordsIn(kind: Kind, data: JsonObject, componentId: string | undefined): JsonObject {
  const note: JsonObject = data['note'] ? { note: data['note'] } : {};
  switch (kind) {
    case 'detection':
      return detectionOf(data, componentId);
    case 'fixed':
      return { 'fixed-version': data['fixedVersion'] ?? '', ...note };
    case 'falsePositiveDetermination':
      return { type: String(data['type']).toLowerCase().replaceAll('_', '-'), ...note };
    default:
      return note;
  }
}

function detectionOf({ nvdApi, scan }: JsonObject, componentId: string | undefined): JsonObject {
  if (isJsonObject(nvdApi)) return { type: 'nvdapi', data: nvdApi };
  if (!isJsonObject(scan)) return { type: 'manual' };
  const { subpackage = '', component = '', componentVersion = '' } = scan;
  const { componentType = '', componentLocation = '', scanner = '' } = scan;
  const words = {
    subpackageName: subpackage,
    ...(componentId !== undefined && { componentID: componentId }),
    componentName: component,
    componentVersion,
    componentType,
    componentLocation,
    scanner,
  };
  return { type: 'scan/v1', data: words };
}

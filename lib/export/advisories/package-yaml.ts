/**
 * Stored advisories as the files that distributions keep in git: YAML, schema-version 2, one file
 * for each package.
 */
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { JsonObject } from '#lib/aip/json.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { originOf } from '#lib/advisory-formats/origin.ts';
import { ownWords } from './own-words.ts';

type Advisory = RowOf<'Advisory'>;

const SCHEMA_VERSION = '2.0.2';

const FORM = { lineWidth: 0, indentSeq: true } as const;

const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

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
  const events = row.events as JsonObject[];
  const isPlain = isPlainPackage(row);
  const aliases = row.aliases as string[];
  const { events: origins = {} } = originOf(row.origin);
  const timeline = events.map((event) => {
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
  const { componentLocation, fixedVersion } = row;
  const events = row.events as JsonObject[];
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
  const { summary, severities } = row;
  return { ...words, summary, severities: severities as JsonObject[] };
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

const NAMES: Readonly<Record<string, string>> = {
  detection: 'detection',
  truePositiveDetermination: 'true-positive-determination',
  falsePositiveDetermination: 'false-positive-determination',
  fixed: 'fixed',
  analysisNotPlanned: 'analysis-not-planned',
  fixNotPlanned: 'fix-not-planned',
  pendingUpstreamFix: 'pending-upstream-fix',
};

function wordsOf(event: JsonObject, componentId: string | undefined): JsonObject {
  const kind = Object.keys(NAMES).find((name) => event[name] !== undefined) ?? 'detection';
  const given = event[kind];
  const data = isJsonObject(given) ? given : {};
  const words = dataOf(kind, data, componentId);
  return {
    type: NAMES[kind] ?? 'detection',
    ...(Object.keys(words).length > 0 && { data: words }),
  };
}

function dataOf(kind: string, data: JsonObject, componentId: string | undefined): JsonObject {
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
  const { subpackage, component, componentVersion, componentType } = scan;
  const { componentLocation, scanner } = scan;
  const words = {
    subpackageName: subpackage ?? '',
    ...(componentId !== undefined && { componentID: componentId }),
    componentName: component ?? '',
    componentVersion: componentVersion ?? '',
    componentType: componentType ?? '',
    componentLocation: componentLocation ?? '',
    scanner: scanner ?? '',
  };
  return { type: 'scan/v1', data: words };
}

/**
 * What files of advisories say, read without Grove's importers, so that what went in can be compared with
 * what comes out.
 */
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { evaluated } from '#lib/advisory-formats/evaluate-range.ts';
import { objectIn, objectsIn, textIn } from '#lib/import/advisories/formats/foreign-vex.ts';
import type { RangeEvent } from '#lib/advisory-formats/ranges.ts';
import { orderOfRange } from '#lib/advisory-formats/versions/compare.ts';
import { addBillOfMaterials } from './bills-of-materials.ts';
import type { Fact } from './fact.ts';
import { addSecurityDocument } from './security-documents.ts';
import { addStatements } from './statements.ts';

/** Adds what a document says. @returns false if it is of no format that is compared. */
export function addFacts(document: unknown, to: Fact[]): boolean {
  if (Array.isArray(document)) return document.map((one) => addFacts(one, to)).some(Boolean);
  if (!isJsonObject(document)) return false;
  if (document['bomFormat'] === 'CycloneDX') addBillOfMaterials(document, to);
  else if (isJsonObject(document['document'])) addSecurityDocument(document, to);
  else if (String(document['@context']).includes('openvex')) addStatements(document, to);
  else if (Array.isArray(document['affected'])) addRecord(document, to);
  else if (document['schema-version'] !== undefined) addPackage(document, to);
  else return false;
  return true;
}

const OF_RECORD = ['details', 'references', 'related', 'upstream', 'credits'];

function addRecord(record: JsonObject, to: Fact[]): void {
  const id = String(record['id']);
  const say = (what: string, ...value: readonly string[]) =>
    to.push({ kind: 'osv', name: `${id} ${what}`, value, time: String(record['modified']) });
  say('aliases', ...sorted(record['aliases']));
  say('withdrawn', String(record['withdrawn'] !== undefined));
  for (const field of OF_RECORD) {
    if (record[field] !== undefined) say(field, JSON.stringify(record[field]));
  }
  const entries = objectsIn(record['affected']);
  for (const [name, same] of Map.groupBy(entries, nameOf)) {
    say(`${name}: versions`, ...versionsOf(same));
    say(`${name}: severity`, ...sorted(same[0]?.['severity'] ?? record['severity']));
    // Lists of several entries on one package become one list.
    if (same.length > 1) continue;
    for (const field of ['ecosystem_specific', 'database_specific']) {
      const { grove: _, ...given } = objectIn(same[0]?.[field]);
      for (const key in given) say(`${name}: ${field}.${key}`, text(given[key]));
    }
  }
}

const text = (value: unknown) => JSON.stringify(value);

const sorted = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.map(text))].sort() : [];

function nameOf({ package: of, ranges }: JsonObject): string {
  const { ecosystem, name } = objectIn(of);
  const isCommits = ecosystem === undefined || ecosystem === 'GIT';
  return isCommits ? `GIT ${objectsIn(ranges)[0]?.['repo']}` : `${ecosystem} ${name}`;
}

/** Intervals without order, and versions. */
function versionsOf(entries: readonly JsonObject[]): string[] {
  const found = entries.flatMap(({ package: of, ranges, versions }) => {
    const ecosystem = String(objectIn(of)['ecosystem'] ?? '');
    const intervals = objectsIn(ranges).flatMap((range) => intervalsOf(range, ecosystem));
    return [...intervals, ...sorted(versions)];
  });
  return [...new Set(found)].sort();
}

function intervalsOf({ type, repo, events }: JsonObject, ecosystem: string): string[] {
  if (type === 'GIT') return [`${String(repo)} ${sorted(events).join()}`];
  const all = objectsIn(events) as RangeEvent[];
  const end = objectsIn(events).find(({ limit }) => textIn(limit) !== undefined)?.['limit'];
  const turns = evaluated(all, orderOfRange(String(type), ecosystem), textIn(end));
  return turns.flatMap((one, at) =>
    one.introduced === undefined ? [] : [text([one, turns[at + 1] ?? null])],
  );
}

function addPackage(file: JsonObject, to: Fact[]): void {
  const name = String(objectIn(file['package'])['name']);
  for (const { id, aliases, events } of objectsIn(file['advisories'])) {
    // A file may have events in any order. An export has the oldest first.
    const timeline = objectsIn(events).toSorted((one, other) => timeOf(one) - timeOf(other));
    const value = [...sorted(aliases), ...timeline.map((event) => text(event))];
    to.push({ kind: 'yaml', name: `${name} ${String(id)}`, value, time: '' });
  }
}

const timeOf = ({ timestamp }: JsonObject) => Date.parse(String(timestamp));

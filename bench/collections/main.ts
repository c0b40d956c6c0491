/**
 * `npm run bench -- --collections FOLDER`: whether collections of advisories come out as they went in. Each
 * folder and archive in the folder is a collection, and so are its other files together.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import { parseJson, type JsonObject } from '#lib/aip/json.ts';
import { sourceFiles } from '#lib/import/advisories/files/sources.ts';
import { ADDRESS, adoptSettings } from '../settings.ts';
import type { Fact, Kind } from './fact.ts';
import { addFacts } from './facts.ts';

const KINDS: readonly Kind[] = ['osv', 'openvex', 'yaml'];
const SHOWN = 5;

/** Prints a table and the first differences. @returns whether there is none. */
export async function checkCollections(folder: string): Promise<boolean> {
  const own = mkdtempSync(join(tmpdir(), 'grove-collections-'));
  try {
    adoptSettings({ GROVE_DATA_DIR: join(own, 'data'), GROVE_URL: ADDRESS });
    const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
    await openDatabase();
    console.log(
      '| collection | refused | format | facts in | the same out | again |\n|-|-|-|-|-|-|',
    );
    let isSame = true;
    for (const path of collectionsIn(folder)) isSame = (await check(path, own)) && isSame;
    await closeDatabase();
    return isSame;
  } finally {
    rmSync(own, { recursive: true });
  }
}

function collectionsIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const apart = entries.filter((one) => one.isDirectory() || /\.(?:zip|tar|t?gz)$/.test(one.name));
  return apart.length === 0 ? [folder] : apart.map(({ name }) => join(folder, name)).sort();
}

async function check(path: string, own: string): Promise<boolean> {
  const said = await factsIn(path);
  const group = await newGroup();
  const { rejections, rejected } = await taken(group, path);
  const isTaken = takenIn(rejections as JsonObject[]);
  let isSame = true;
  for (const kind of KINDS) {
    const given = new Map([...said[kind]].filter(([, facts]) => facts.some(isTaken)));
    if (given.size === 0) continue;
    const out = join(own, `${group.replaceAll('/', '-')}-${kind}`);
    await exported(group, kind, out);
    const [other, again] = [await newGroup(), `${out}-again`];
    await taken(other, out);
    await exported(other, kind, again);
    const [once, twice] = [(await factsIn(out))[kind], (await factsIn(again))[kind]];
    const [lost, lostAgain] = [differences(given, once), differences(once, twice)];
    const cells = [path, rejected, kind, given.size, given.size - lost.length];
    console.log(`| ${cells.join(' | ')} | ${once.size - lostAgain.length} of ${once.size} |`);
    for (const line of [...lost, ...lostAgain].slice(0, SHOWN)) console.log(`  ${line}`);
    isSame &&= lost.length + lostAgain.length === 0;
  }
  for (const line of reasonsIn(rejections as JsonObject[])) console.log(`  refused: ${line}`);
  return isSame;
}

/** A whole document is refused by its number in the file, a record by its name. */
function takenIn(rejections: readonly JsonObject[]): (fact: Fact) => boolean {
  const records = new Set(rejections.map(({ record }) => String(record)));
  const whole = rejections.filter(({ record }) => /^(?:record \d+)?$/.test(String(record)));
  const files = new Set(whole.map(({ file }) => String(file)));
  return ({ name, file = '' }) => !records.has(name.split(' ', 1)[0] ?? '') && !files.has(file);
}

/** Why records were refused, each reason once, the most frequent first. */
function reasonsIn(rejections: readonly JsonObject[]): string[] {
  const words = rejections.map(({ field, reason }) => {
    const place = String(field).replaceAll(/\d+/g, 'N');
    return `${place}: ${String(reason).replace(/names \S+,/, 'names a product,')}`;
  });
  return [...Map.groupBy(words, (one) => one)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, all]) => `${all.length} × ${reason}`);
}

/** By name, the last ones that were said. Several may have been said at that time. */
type Values = Map<string, Fact[]>;

async function factsIn(path: string): Promise<Record<Kind, Values>> {
  const said: Record<Kind, Values> = { osv: new Map(), openvex: new Map(), yaml: new Map() };
  for await (const file of sourceFiles(path)) {
    if (!('chunks' in file)) continue;
    const facts: Fact[] = [];
    for (const document of documentsOf(await text(file.chunks))) addFacts(document, facts);
    for (const fact of facts) keepNewest(said[fact.kind], { ...fact, file: file.name });
  }
  return said;
}

const timeOf = ({ time }: Fact) => Date.parse(time) || 0;

function keepNewest(values: Values, fact: Fact): void {
  const [known, ...others] = values.get(fact.name) ?? [];
  const isNewer = known === undefined || timeOf(fact) > timeOf(known);
  if (isNewer) values.set(fact.name, [fact]);
  else if (timeOf(fact) === timeOf(known)) values.set(fact.name, [known, ...others, fact]);
}

/** A file that cannot be read says nothing. The import reports it. */
function documentsOf(content: string): unknown[] {
  try {
    return [parseJson(content)];
  } catch {
    // In package YAML every value is a text: as a number, 03622160e6925503 would be infinite.
    const schema = /^schema-version:/m.test(content) ? 'failsafe' : 'core';
    const documents = parseAllDocuments(content, { schema });
    return documents.map((one) => (one.errors.length > 0 ? null : one.toJSON()));
  }
}

function differences(given: Values, out: Values): string[] {
  return [...given].flatMap(([name, facts]) => {
    const found = out.get(name);
    const isKept = facts.some((fact) => found?.some((one) => agrees(fact, one)));
    const values = [facts, found].map((all) => JSON.stringify(all?.map(({ value }) => value)));
    return isKept ? [] : [`${name}: in ${values[0]}, out ${values[1]}`];
  });
}

/** A bill of materials says less of a statement than OpenVEX has. */
const agrees = ({ kind, value }: Fact, other: Fact) =>
  value.every((part, at) => part === other.value[at]) &&
  (kind === 'openvex' || value.length === other.value.length);

async function newGroup(): Promise<string> {
  const { createOrganization } = await import('#lib/service/people/organization.ts');
  const name = `collection ${crypto.randomUUID()}`;
  const ownerEmail = `${crypto.randomUUID()}@example.com`;
  return String((await createOrganization({ name, ownerEmail })).group['uid']);
}

async function taken(groupUid: string, path: string): Promise<JsonObject> {
  const { importAs } = await import('#lib/service/advisories/import-advisories.ts');
  const { programActor } = await import('#lib/audit/record.ts');
  const sources = [{ path, name: path }];
  const open = () => Promise.resolve({ sources, close: () => Promise.resolve() });
  return importAs(programActor('bench'), { groupUid, open, validateOnly: false });
}

/** Advisories that are read at a time, and that are in one document: a text of 300 MB is too long to compare. */
const PAGE = 100;
const IN_DOCUMENT = 1_000;

async function exported(group: string, kind: Kind, folder: string): Promise<void> {
  const { osvFiles, vexDocument, yamlFiles } = await import('#lib/export/advisories/files.ts');
  const { is, isIn } = await import('#lib/store/predicates.ts');
  const { committed } = await import('#lib/store/store.ts');
  mkdirSync(folder);
  const column = kind === 'yaml' ? 'artifactName' : 'advisoryId';
  const uids = await committed.uids('Advisory', is('parent', group), column);
  async function* rows(from = 0, to = uids.length) {
    for (let at = from; at < to; at += PAGE) {
      const some = isIn<'uid'>('uid', uids.slice(at, Math.min(to, at + PAGE)));
      yield* await committed.find('Advisory', some, { order: { column, descending: false } });
    }
  }
  if (kind === 'openvex') {
    for (let at = 0; at < uids.length; at += IN_DOCUMENT) {
      const document = vexDocument(rows(at, at + IN_DOCUMENT), ADDRESS);
      await writeFile(join(folder, `${at}.json`), document);
    }
    return;
  }
  const files = kind === 'osv' ? osvFiles(rows()) : yamlFiles(rows());
  for await (const { name, content } of files) await writeFile(join(folder, name), content);
}

/** Exports as bytes, produced while they are sent. */
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Advisory } from '#lib/resources/rows.ts';
import { compareTexts } from '#lib/advisory-formats/versions/order.ts';
import { tarGzChunks } from '#lib/export/tar.ts';
import { deflated, ZipWriter, type ArchiveEntry } from '#lib/export/zip.ts';
import { osvOf } from './osv.ts';
import { statementsOf, vexHeader } from './openvex.ts';
import { packageYaml } from './package-yaml.ts';

export type Archive = 'zip' | 'tar.gz';

/** The files as the bytes of an archive, made while they are read. */
export function archived(
  entries: AsyncIterable<ArchiveEntry>,
  archive: Archive,
): AsyncIterable<Uint8Array> {
  return archive === 'zip' ? inParts(zipped(entries)) : tarGzChunks(entries);
}

async function* zipped(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  for await (const entry of entries) yield zip.add(entry, await deflated(entry.content));
  yield* zip.end();
}

/**
 * A JSON file for each record, in the layout of scanners' databases.
 *
 * @param rows by id. Rows of one id may be of several groups, but a record is of one group.
 */
export async function* osvFiles(rows: AsyncIterable<Advisory>): AsyncGenerator<ArchiveEntry> {
  const names = new Set<string>();
  for await (const group of grouped(rows, 'advisoryId')) {
    const [{ advisoryId, updateTime }] = group;
    const content = Buffer.from(`${JSON.stringify(osvOf(group), null, 2)}\n`);
    yield { name: fileName(advisoryId, '.json', names), content, time: updateTime };
  }
}

/**
 * A YAML file for each package, in the layout that distributions keep in git.
 *
 * @param rows by artifact. Rows of one name may be of several groups, but a file is of one group.
 */
export async function* yamlFiles(rows: AsyncIterable<Advisory>): AsyncGenerator<ArchiveEntry> {
  const names = new Set<string>();
  for await (const group of grouped(rows, 'artifactName')) {
    const name = fileName(group[0].artifactName, '.advisories.yaml', names);
    const time = new Date(Math.max(...group.map(({ updateTime }) => Number(updateTime))));
    yield { name, content: await buffer(inParts(packageYaml(byId(group)))), time };
  }
}

type Rows = [Advisory, ...Advisory[]];

const byId = (rows: Rows): Rows => rows.sort((a, b) => compareTexts(a.advisoryId, b.advisoryId));

/** Collects small chunks, and lets other requests run between two parts. */
async function* inParts(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  let part: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    part.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    length += chunk.length;
    if (length < PART_LENGTH) continue;
    yield Buffer.concat(part);
    await setImmediate();
    part = [];
    length = 0;
  }
  yield Buffer.concat(part);
}

/** Names may have any characters, and two groups may use the same name. */
function fileName(name: string, extension: string, taken: Set<string>): string {
  const base = name
    .replace(/[^\w.+-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, MAX_NAME_LENGTH);
  let file = `${base}${extension}`;
  for (let number = 2; taken.has(file.toLowerCase()); number += 1) {
    file = `${base}.${number}${extension}`;
  }
  taken.add(file.toLowerCase());
  return file;
}

/** Advisories that are held together for one file, in characters. More of them are another file. */
const GROUP_LENGTH = 8 * 1024 * 1024;

const lengthOf = ({ events, origin }: Advisory) => JSON.stringify([events, origin]).length;

/** File systems accept at most 255 bytes, including extension and number. */
const MAX_NAME_LENGTH = 200;

async function* grouped(
  rows: AsyncIterable<Advisory>,
  column: 'advisoryId' | 'artifactName',
): AsyncGenerator<Rows> {
  let same: Advisory[] = [];
  let length = 0;
  for await (const row of rows) {
    const isOther = same[0] !== undefined && same[0][column] !== row[column];
    const own = lengthOf(row);
    if (isOther || length + own > GROUP_LENGTH) {
      yield* byParent(same);
      same = [];
      length = 0;
    }
    same.push(row);
    length += own;
  }
  yield* byParent(same);
}

const byParent = (rows: readonly Advisory[]) =>
  Map.groupBy(rows, ({ parent }) => parent).values() as Iterable<Rows>;

/** In bytes or characters. */
const PART_LENGTH = 64 * 1024;

/**
 * The bytes of one OpenVEX document.
 *
 * @param url the address of the installation, which its ids begin with.
 */
export const vexDocument = (rows: AsyncIterable<Advisory>, url: string) =>
  inParts(vexTexts(rows, url));

async function* vexTexts(rows: AsyncIterable<Advisory>, url: string): AsyncGenerator<string> {
  const header = JSON.stringify(vexHeader(url, crypto.randomUUID(), new Date()), null, 2);
  yield `${header.slice(0, -2)},\n  "statements": [`;
  let separator = '\n    ';
  for await (const row of rows) {
    for (const statement of statementsOf(row, url)) {
      yield separator + JSON.stringify(statement);
      separator = ',\n    ';
    }
  }
  yield '\n  ]\n}\n';
}

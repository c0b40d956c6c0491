/** Exports as bytes, made while they are sent. */
import { setImmediate } from 'node:timers/promises';
import { ZipWriter } from '#lib/export/zip.ts';
import type { ZipEntry } from '#lib/export/zip.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { osvOf } from './osv.ts';
import { statementOf, vexHeader } from './openvex.ts';

type Advisory = RowOf<'Advisory'>;

/** A zip of one JSON file for each record, as scanners keep their databases. */
export async function* osvZip(rows: AsyncIterable<Advisory>): AsyncGenerator<Uint8Array> {
  yield* inParts(zipped(osvEntries(rows)));
}

async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  for await (const entry of entries) yield zip.add(entry);
  yield* zip.end();
}

async function* osvEntries(rows: AsyncIterable<Advisory>): AsyncGenerator<ZipEntry> {
  const names = new Set<string>();
  for await (const group of byRecord(rows)) {
    const [{ advisoryId, updateTime }] = group;
    const content = Buffer.from(`${JSON.stringify(osvOf(group), null, 2)}\n`);
    yield { name: fileName(advisoryId, names), content, time: updateTime };
  }
}

/** Gathers small chunks, and lets others have their turn between two parts. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    part.push(chunk);
    length += chunk.byteLength;
    if (length < PART_LENGTH) continue;
    yield Buffer.concat(part);
    await setImmediate();
    part = [];
    length = 0;
  }
  yield Buffer.concat(part);
}

/** Ids of other databases may have any characters; two groups may have the same id. */
function fileName(id: string, taken: Set<string>): string {
  const base = id.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_');
  let name = `${base}.json`;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}.${number}.json`;
  taken.add(name.toLowerCase());
  return name;
}

/** @param rows by id; those of one id may be of several groups, a record is of one. */
async function* byRecord(rows: AsyncIterable<Advisory>): AsyncGenerator<[Advisory, ...Advisory[]]> {
  let same: Advisory[] = [];
  for await (const row of rows) {
    if (same[0] !== undefined && same[0].advisoryId !== row.advisoryId) {
      yield* byParent(same);
      same = [];
    }
    same.push(row);
  }
  yield* byParent(same);
}

function byParent(rows: readonly Advisory[]): Iterable<[Advisory, ...Advisory[]]> {
  return Map.groupBy(rows, ({ parent }) => parent).values() as Iterable<[Advisory, ...Advisory[]]>;
}

/** Bytes that are sent at a time. */
const PART_LENGTH = 64 * 1024;

/** One document. */
export async function* vexDocument(
  rows: AsyncIterable<Advisory>,
  url: string,
): AsyncGenerator<Uint8Array> {
  yield* inParts(vexTexts(rows, url));
}

async function* vexTexts(rows: AsyncIterable<Advisory>, url: string): AsyncGenerator<Uint8Array> {
  const header = JSON.stringify(vexHeader(url, crypto.randomUUID(), new Date()), null, 2);
  yield Buffer.from(`${header.slice(0, -2)},\n  "statements": [`);
  let separator = '\n    ';
  for await (const row of rows) {
    yield Buffer.from(separator + JSON.stringify(statementOf(row)));
    separator = ',\n    ';
  }
  yield Buffer.from('\n  ]\n}\n');
}

/** Exports as bytes, made while they are sent. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Advisory } from '#lib/generated/prisma/client.ts';
import { osvOf } from './osv.ts';
import { statementOf, vexHeader } from './openvex.ts';

/** A zip of one JSON file for each record, as scanners keep their databases. */
export async function* osvZip(rows: Iterable<Advisory>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>);
  fill(zip, rows).catch((error: unknown) => output.destroy(error as Error));
  yield* output as AsyncIterable<Uint8Array>;
}

/** Adds a file only when the one before it is being read, so that few wait in memory. */
async function fill(zip: ZipFile, rows: Iterable<Advisory>): Promise<void> {
  const names = new Set<string>();
  for (const group of byRecord(rows)) {
    const content = `${JSON.stringify(osvOf(group), null, 2)}\n`;
    const options = { mtime: group[0].updateTime };
    await new Promise<void>((resolve) => {
      zip.addReadStreamLazy(fileName(group[0].advisoryId, names), options, (done) => {
        done(null, Readable.from([Buffer.from(content)]));
        resolve();
      });
    });
  }
  zip.end();
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
function* byRecord(rows: Iterable<Advisory>): Generator<[Advisory, ...Advisory[]]> {
  let same: Advisory[] = [];
  for (const row of rows) {
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

const encoder = new TextEncoder();

/** How much text is sent at a time. */
const CHUNK_LENGTH = 64 * 1024;

/** One document. */
export async function* vexDocument(
  rows: Iterable<Advisory>,
  url: string,
): AsyncGenerator<Uint8Array> {
  const header = JSON.stringify(vexHeader(url, crypto.randomUUID(), new Date()), null, 2);
  let text = `${header.slice(0, -2)},\n  "statements": [`;
  let separator = '\n    ';
  for (const row of rows) {
    text += separator + JSON.stringify(statementOf(row));
    separator = ',\n    ';
    if (text.length < CHUNK_LENGTH) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(`${text}\n  ]\n}\n`);
}

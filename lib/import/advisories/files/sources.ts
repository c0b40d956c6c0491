/** The contents of a path: a file, a folder of files, or an archive. */
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { beginningOf } from './beginning.ts';
import { isImported, tarFiles, zipFiles } from './archives.ts';
import { asSourceError, limited } from './limits.ts';
import { isSourceError } from '#lib/import/advisories/types.ts';
import type { PassedOver, SourceFile, UnreadableFile } from '#lib/import/advisories/types.ts';

const ARCHIVE = /\.(?:zip|tar|tar\.gz|tgz|json\.gz|ya?ml\.gz)$/i;

export type AnyFile = SourceFile | PassedOver | UnreadableFile;

/**
 * Every file below the path, in the order of their names. Links in folders are not followed.
 *
 * @param name the name of the path in reports.
 * @throws the file system's error if the path does not exist.
 */
export async function* sourceFiles(path: string, name = path): AsyncGenerator<AnyFile> {
  if (!(await stat(path)).isDirectory()) {
    yield* filesIn(path, name);
    return;
  }
  const entries = await readdir(path, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = join(path, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) {
      yield* sourceFiles(inner, join(name, entry.name));
    } else if (entry.isFile() && (isImported(entry.name) || ARCHIVE.test(entry.name))) {
      yield* filesIn(inner, join(name, entry.name));
    } else if (entry.isFile()) yield { passedOver: join(name, entry.name) };
  }
}

/** Decides by the content, not by the name. */
async function* filesIn(path: string, name: string): AsyncGenerator<AnyFile> {
  try {
    const head = await firstBytes(path);
    if (isZip(head)) yield* zipFiles(path, name);
    else if (isGzip(head)) yield* gunzipped(path, name);
    else if (isTar(head)) yield* tarFiles(createReadStream(path), name);
    else yield { name, chunks: limited(createReadStream(path)) };
  } catch (error) {
    if (!isSourceError(error)) throw error;
    yield { file: name, line: error.line, problem: error.message };
  }
}

const isZip = (head: Buffer) => /^504b(?:0304|0506)/.test(head.toString('hex', 0, 4));
const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b;
const isTar = (head: Buffer) => head.toString('latin1', 257, 262) === 'ustar';

/** As many as a tar's first header has. */
const HEAD_BYTES = 512;

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* gunzipped(path: string, name: string): AsyncGenerator<AnyFile> {
  let length = 0;
  const { seen, whole } = await beginningOf(unzip(createReadStream(path)), (chunk) => {
    length += chunk.byteLength;
    return length >= HEAD_BYTES;
  });
  if (isTar(Buffer.concat(seen).subarray(0, HEAD_BYTES))) yield* tarFiles(whole, name);
  else yield { name, chunks: limited(whole) };
}

async function* unzip(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    // An error ends the stream, and reading it throws it.
    yield* pipeline(stream, createGunzip(), () => undefined) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw asSourceError(error);
  }
}

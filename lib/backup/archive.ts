/** The file of a backup: a tar archive, compressed with gzip, of a manifest, the keys and the database. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

export const MANIFEST = 'manifest.json';
export const KEYS = 'keys.sealed';
export const DATABASE = 'grove.db';

/** More than either of the small entries ever has. */
const MAX_SMALL_BYTES = 4 * 2 ** 20;

export interface Contents {
  manifest: Buffer;
  keys: Buffer;
  database: string;
  /** Of the copy of the database. */
  bytes: number;
}

/** Writes a new file, which is on the disk when the promise resolves. */
export async function writeArchive(file: string, contents: Contents): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: constants.Z_BEST_SPEED }), newFile(file));
  const fill = async () => {
    tar.entry({ name: MANIFEST, mode: 0o600 }, contents.manifest);
    tar.entry({ name: KEYS, mode: 0o600 }, contents.keys);
    const entry = tar.entry({ name: DATABASE, mode: 0o600, size: contents.bytes });
    await pipeline(createReadStream(contents.database), entry);
    tar.finalize();
  };
  await Promise.all([written, fill()]);
}

/** One entry as it is read. All of its chunks have to be taken before the next entry. */
export interface ArchiveEntry {
  name: string;
  bytes: number;
  chunks: AsyncIterable<Uint8Array>;
}

/** @throws Error of the system, of zlib or of the tar format. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const entries = extract();
  const read = pipeline(createReadStream(file), createGunzip(), entries);
  // The entries throw it too, but only where somebody still reads them.
  read.catch(() => undefined);
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header;
    yield { name, bytes: size, chunks: entry as AsyncIterable<Uint8Array> };
    entry.resume();
  }
  await read;
}

/** @throws Error where there are more bytes than a manifest or keys ever have. */
export async function smallContent({ bytes, chunks }: ArchiveEntry): Promise<Buffer> {
  if (bytes > MAX_SMALL_BYTES) throw new Error('the entry is too large');
  return buffer(chunks);
}

/** Writes the chunks to a new file, where one is given. @returns their SHA-256 in hex. */
export async function hashOf(chunks: AsyncIterable<Uint8Array>, file?: string): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed, file === undefined ? nowhere() : newFile(file));
  return hash.digest('hex');
}

/** Its content is on the disk before it closes. */
function newFile(file: string): Writable {
  return createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

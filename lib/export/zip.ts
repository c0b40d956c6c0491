/**
 * A zip archive, produced file by file. Each file is compressed and released at once, so that
 * memory grows only with the list of names. A stream for each file would hold a quarter of a
 * megabyte until it is garbage-collected.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';

export interface ArchiveEntry {
  /** With slashes. Written as UTF-8. */
  name: string;
  content: Uint8Array;
  time: Date;
}

const VERSION = 20;
const VERSION_ZIP64 = 45;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

/** Compressing less than this takes no longer than handing it to a thread. */
const SMALL_BYTES = 64 * 1024;

/** Joined, because each buffer takes some hundred bytes besides its own. */
const LINES_OF_A_PART = 1_000;

/**
 * For each file, however small, zlib would take a quarter of a megabyte to look back in and 16 KiB for
 * the result. An archive may have very many.
 */
function deflatedAtOnce(content: Uint8Array): Buffer<ArrayBuffer> {
  const length = Math.max(LEAST_BYTES, content.byteLength);
  const bits = Math.ceil(Math.log2(length));
  return deflateRawSync(content, {
    chunkSize: length,
    windowBits: Math.min(15, bits),
    memLevel: Math.min(8, bits - 6),
  });
}

/** zlib cannot look back in less. */
const LEAST_BYTES = 512;

/** Others have their turn while a large file is compressed. */
export const deflated = async (content: Uint8Array): Promise<Buffer<ArrayBuffer>> =>
  content.byteLength < SMALL_BYTES ? deflatedAtOnce(content) : promisify(deflateRaw)(content);

/** Takes one file after another and returns the bytes to write for each. */
export class ZipWriter {
  readonly #directory: Buffer[] = [];
  /** Lines that are not in the directory yet. */
  #lines: Buffer[] = [];
  #count = 0;
  #offset = 0;

  /**
   * @param data the content as {@link deflated}.
   * @throws Error if the archive becomes longer than 4 GiB.
   */
  add({ name, content, time }: ArchiveEntry, data = deflatedAtOnce(content)): Uint8Array {
    const path = Buffer.from(name);
    const facts = factsOf(content, data, time, path);
    const local = Buffer.concat([
      numbers([4, 0x04034b50], [2, VERSION]),
      facts,
      numbers([2, 0]),
      path,
    ]);
    const line = Buffer.concat([
      numbers([4, 0x02014b50], [2, VERSION], [2, VERSION]),
      facts,
      // No extra field, comment, disk or attributes.
      numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, this.#offset]),
      path,
    ]);
    this.#note(line);
    this.#offset += local.byteLength + data.byteLength;
    if (this.#offset > MAX_32) throw new Error('a zip archive may have at most 4 GiB');
    return Buffer.concat([local, data]);
  }

  /** The directory of all files, which ends the archive. */
  *end(): Generator<Uint8Array> {
    this.#endPart();
    yield* this.#directory;
    const size = this.#directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
    yield endOf(this.#count, size, this.#offset);
  }

  #note(line: Buffer): void {
    this.#count += 1;
    if (this.#lines.push(line) === LINES_OF_A_PART) this.#endPart();
  }

  #endPart(): void {
    this.#directory.push(Buffer.concat(this.#lines));
    this.#lines = [];
  }
}

/** The fields that the header of a file and its directory entry share. */
function factsOf(content: Uint8Array, data: Buffer, time: Date, path: Buffer): Buffer {
  const day =
    ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return numbers(
    [2, UTF8_NAMES],
    [2, DEFLATED],
    [2, clock],
    [2, day & MAX_16],
    [4, crc32(content)],
    [4, data.byteLength],
    [4, content.byteLength],
    [2, path.byteLength],
  );
}

/**
 * An archive with more files than 16 bits can count needs another end record before the usual one.
 */
function endOf(count: number, size: number, offset: number): Buffer {
  const many = count >= MAX_16;
  const shown = many ? MAX_16 : count;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, shown],
    [2, shown],
    [4, size],
    [4, offset],
    [2, 0],
  );
  if (!many) return end;
  const zip64 = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, VERSION_ZIP64],
    [2, VERSION_ZIP64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  );
  const locator = numbers([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]);
  return Buffer.concat([zip64, locator, end]);
}

/** Little-endian, each with its width in bytes. */
function numbers(...fields: (readonly [2 | 4 | 8, number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, width);
    at += width;
  }
  return buffer;
}

/** How much one import may read, whatever an archive claims to hold. */
import { SourceError } from './types.ts';

/** Bytes of one record: an OSV record, an OpenVEX statement, or an OpenVEX document without them. */
export const MAX_RECORD_BYTES = 2 * 1024 * 1024;
/** Values in one record, objects and arrays included. Each costs memory, however short it is. */
export const MAX_RECORD_VALUES = 200_000;
/** Bytes of one YAML document. */
export const MAX_YAML_BYTES = 512_000;
/** Keys and values in one YAML document. */
export const MAX_YAML_VALUES = 60_000;
/** Unpacked bytes of one file. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Unpacked bytes of an archive in all. */
export const MAX_ARCHIVE_BYTES = 4 * 1024 * 1024 * 1024;
/** Files in an archive, those that are passed over included. */
export const MAX_ARCHIVE_FILES = 500_000;

/** What an archive has used up. */
export class Budget {
  #bytes = 0;
  #files = 0;

  /** @throws SourceError where the archive has too many files. */
  countFile(): void {
    this.#files += 1;
    if (this.#files > MAX_ARCHIVE_FILES) {
      throw new SourceError(`holds more than ${MAX_ARCHIVE_FILES} files`);
    }
  }

  /** The chunks as they are. @throws SourceError where they become too many. */
  async *within(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of limited(chunks)) {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > MAX_ARCHIVE_BYTES) {
        throw new SourceError(`holds more than ${MAX_ARCHIVE_BYTES} bytes`);
      }
      yield chunk;
    }
  }
}

/** @throws SourceError where one file is too large, or what is read from breaks. */
export async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > MAX_FILE_BYTES) throw new SourceError(`is larger than ${MAX_FILE_BYTES} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw asSourceError(error);
  }
}

/** What zlib, yauzl, tar-stream and the file system throw, as words on the file. */
export function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  return new SourceError(
    `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}

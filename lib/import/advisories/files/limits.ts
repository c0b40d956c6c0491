/** The limits on what one import may read, whatever an archive claims to contain. */
import { SourceError } from '#lib/import/advisories/types.ts';

/** Bytes of one record: an OSV record, an OpenVEX statement, or an OpenVEX document without them. */
export const MAX_RECORD_BYTES = 2 * 1024 * 1024;
/** Values in one record, objects and arrays included. Each costs memory, however short it is. */
export const MAX_RECORD_VALUES = 200_000;
/** Aliases in the statements of one document. They are held in memory. */
export const MAX_NAMES = 500_000;
/**
 * Characters of the reasons of one vulnerability of a CSAF document. Groups make the same texts those of
 * many products, so a short document could ask for gigabytes.
 */
export const MAX_REASONS_LENGTH = 16 * 1024 * 1024;
/** Characters of an advisory as JSON, after all its records and statements. */
export const MAX_ADVISORY_LENGTH = 1024 * 1024;
/** Bytes of one YAML document. */
export const MAX_YAML_BYTES = 512_000;
/** Keys and values of one YAML document. */
export const MAX_YAML_VALUES = 60_000;
/** Unpacked bytes of one file. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Unpacked bytes of an archive in all. */
export const MAX_ARCHIVE_BYTES = 4 * 1024 * 1024 * 1024;
/** Files in an archive, including those that are skipped. */
export const MAX_ARCHIVE_FILES = 500_000;

/** What an archive has used of its limits so far. */
export class Budget {
  #bytes = 0;
  #files = 0;

  /** @throws SourceError if the archive has too many files. */
  countFile(): void {
    this.#files += 1;
    if (this.#files > MAX_ARCHIVE_FILES) {
      throw new SourceError(`holds more than ${MAX_ARCHIVE_FILES} files`);
    }
  }

  /** Returns the chunks unchanged. @throws SourceError if they become too many. */
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

/** @throws SourceError if one file is too large, or reading fails. */
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

/** Describes errors of zlib, yauzl, tar-stream and the file system in terms of the file. */
export function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  return new SourceError(
    `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** The files of a zip or tar archive, one after the other, never on disk. */
import { posix } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { asSourceError, Budget } from './limits.ts';
import type { PassedOver, SourceFile } from '#lib/import/advisories/types.ts';

/** Files are recognized by their extension. Other files of an archive are skipped. */
const IMPORTED = /\.(?:json|jsonl|ndjson|ya?ml)$/i;

/** Resource forks and similar files, which have the extension of the file that they belong to. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/;

/** Longer names are not file names. A tar header may claim megabytes. */
const MAX_PATH_LENGTH = 4_096;

/** `tar -C folder -c .` starts each name with `./`, which carries no information. */
const plainPath = (path: string) => posix.normalize(path.slice(0, MAX_PATH_LENGTH));

export function isImported(path: string): boolean {
  return IMPORTED.test(path) && !HIDDEN.test(path);
}

/**
 * The directory of a zip is at its end, so the archive is read from a file.
 *
 * @throws SourceError if it is not a zip, is encrypted, or is too large.
 */
export async function* zipFiles(
  path: string,
  name: string,
): AsyncGenerator<SourceFile | PassedOver> {
  const budget = new Budget();
  try {
    const zip = await openPromise(path, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      budget.countFile();
      const path = plainPath(entry.fileName);
      if (isImported(path)) {
        yield { name: `${name}!${path}`, chunks: budget.within(entryChunks(zip, entry)) };
      } else if (!path.endsWith('/')) yield { passedOver: `${name}!${path}` };
    }
  } catch (error) {
    throw asSourceError(error);
  }
}

async function* entryChunks(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
}

/** @throws SourceError if it is not a tar, or is too large. */
export async function* tarFiles(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<SourceFile | PassedOver> {
  const budget = new Budget();
  const entries = extract();
  // An error ends the entries, and reading them throws it.
  pipeline(Readable.from(chunks), entries, () => undefined);
  try {
    for await (const entry of entries) {
      budget.countFile();
      const path = plainPath(entry.header.name);
      if (entry.header.type !== 'file') {
        if (entry.header.type !== 'directory') yield { passedOver: `${name}!${path}` };
      } else if (!isImported(path)) yield { passedOver: `${name}!${path}` };
      else {
        const chunks = budget.within(undestroyed(entry as AsyncIterable<Uint8Array>));
        yield { name: `${name}!${path}`, chunks };
      }
      entry.resume();
    }
  } catch (error) {
    throw asSourceError(error);
  }
}

/** Without this wrapper, a reader that stops halfway through a file would end the whole archive. */
async function* undestroyed(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    yield next.value;
  }
}

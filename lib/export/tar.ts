/** A tar archive, compressed with gzip. Each file is produced when it is read. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { ArchiveEntry } from './zip.ts';

export function tarGzChunks(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Uint8Array> {
  const source = Readable.from(tarChunks(entries), { objectMode: false });
  // An error ends the stream, and reading it throws it.
  return pipeline(source, createGzip(), () => undefined) as AsyncIterable<Uint8Array>;
}

/** Takes each file out of the packer before adding the next. */
async function* tarChunks(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const tar = pack();
  for await (const { name, content, time } of entries) {
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name, mtime: time }, Buffer.from(content), (error) =>
        error ? reject(error) : resolve(),
      );
    });
    yield* readyIn(tar);
  }
  tar.finalize();
  for await (const chunk of tar as AsyncIterable<Uint8Array>) yield chunk;
}

function* readyIn(tar: { read: () => unknown }): Generator<Uint8Array> {
  for (let chunk = tar.read(); chunk !== null; chunk = tar.read()) yield chunk as Uint8Array;
}

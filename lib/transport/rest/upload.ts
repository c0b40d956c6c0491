/** A body that is a file, kept in the folder for temporary files while it is read. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { invalidField, tryAgain } from '#lib/aip/errors.ts';
import type { OpenSources } from '#lib/import/advisories/run.ts';
import { logSeldom } from '#lib/log.ts';
import { chunksOf } from '#lib/transport/http/bodies.ts';
import { MAX_ARRIVAL_MS, MAX_UPLOAD_BYTES } from '#lib/transport/http/limits.ts';

/** A file may be larger than other bodies, and take longer. */
const UPLOAD = { bytes: MAX_UPLOAD_BYTES, milliseconds: MAX_ARRIVAL_MS };

/** Room does not come back within a second. */
const RETRY_SECONDS = 30;

/**
 * Keeps the body in a temporary file until it is closed, because an archive is read from its end.
 *
 * @throws ApiError UNAVAILABLE if the disk has no room for it.
 */
export async function upload(request: Request, name: string): Promise<OpenSources> {
  const folder = await mkdtemp(join(tmpdir(), 'grove-import-')).catch(explained);
  const close = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'body');
  try {
    await save(request, path);
  } catch (error) {
    await close();
    throw error;
  }
  return { sources: [{ path, name }], close };
}

/**
 * @throws ApiError INVALID_ARGUMENT on `body` if it is empty, too large or incomplete; UNAVAILABLE as
 *   {@link upload}.
 */
export async function save(request: Request, path: string): Promise<void> {
  if (request.body === null) throw invalidField('body', 'must be a file');
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(chunksOf(request, UPLOAD), file).catch(explained);
  if (file.bytesWritten === 0) throw invalidField('body', 'is empty');
}

function explained(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
  logSeldom('the disk for temporary files is full', `uploads are refused: ${String(error)}`);
  const cause = 'the disk for temporary files is full; ask the operator';
  throw tryAgain('UNAVAILABLE', cause, RETRY_SECONDS);
}

/** Reads a backup and holds it to its manifest. */
import type { z } from 'zod';
import { FILE_REASONS, isOperatorError, OperatorError } from '#lib/operator-error.ts';
import { DATABASE, hashOf, KEYS, MANIFEST, readArchive, smallContent } from './archive.ts';
import type { ArchiveEntry } from './archive.ts';
import { keyOf, unlockKeys, type Keys } from './locked-keys.ts';
import { anyManifest, FORMAT, manifestSchema, type Manifest } from './manifest.ts';

export interface Read {
  manifest: Manifest;
  keys: Keys;
}

interface How {
  passphrase: string | undefined;
  migrations: readonly string[];
  /** Where the database is written to; it is only checked unless given. */
  database?: string;
}

/** @throws OperatorError for a file that is not a backup, is damaged, newer, or locked otherwise. */
export async function readBackup(file: string, how: How): Promise<Read> {
  let manifest: Manifest | undefined;
  const entries = readArchive(file);
  try {
    const text = await smallContent(await next(entries, MANIFEST));
    manifest = manifestOf(text, file, how.migrations);
    const sealed = await smallContent(await next(entries, KEYS));
    const key = await keyOf(manifest.keys, how.passphrase, file);
    const keys = unlockKeys(sealed, key, text, file);
    const entry = await next(entries, DATABASE);
    const { bytes, sha256 } = manifest.database;
    if (entry.bytes !== bytes || (await hashOf(entry.chunks, how.database)) !== sha256) {
      throw new Error('the database differs from the manifest');
    }
    if ((await entries.next()).done !== true) throw new Error('there is more than there should be');
    return { manifest, keys };
  } catch (error) {
    throw explained(error, file, manifest);
  } finally {
    await entries.return(undefined);
  }
}

async function next(entries: AsyncGenerator<ArchiveEntry>, name: string): Promise<ArchiveEntry> {
  const { value, done } = await entries.next();
  if (done === true || value.name !== name) throw new Error(`${name} is missing`);
  return value;
}

function manifestOf(text: Buffer, file: string, known: readonly string[]): Manifest {
  const json: unknown = JSON.parse(text.toString('utf8'));
  const { format } = anyManifest.parse(json);
  const newer = (what: string) =>
    new OperatorError(`${file} was made by a newer version of Grove (${what})`);
  if (format > FORMAT) throw newer(`format ${format}`);
  const manifest: z.infer<typeof manifestSchema> = manifestSchema.parse(json);
  const unknown = manifest.migrations.find((name) => !known.includes(name));
  if (unknown !== undefined) throw newer(`migration ${unknown}`);
  return manifest;
}

/** @param manifest undefined where it could not be read, so that the file may be anything. */
function explained(error: unknown, file: string, manifest: Manifest | undefined): unknown {
  if (isOperatorError(error)) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = FILE_REASONS[code];
  if (reason !== undefined) return new OperatorError(`${file} cannot be used: ${reason}`);
  if (manifest === undefined) return new OperatorError(`${file} is not a backup of Grove`);
  return new OperatorError(`${file} is damaged: ${message.split('\n', 1)[0]}`);
}

/** Makes a backup of the installation, while others read and write. */
import { createReadStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '#lib/make-folder.ts';
import { FILE_REASONS, OperatorError } from '#lib/operator-error.ts';
import { syncFolder } from '#lib/secrets/private-files.ts';
import { copies } from '#lib/store/store.ts';
import { VERSION } from '#lib/version.ts';
import { hashOf, writeArchive } from './archive.ts';
import { currentKeys, keyOf, lockKeys, newLock } from './locked-keys.ts';
import { FORMAT, KIND, type Manifest } from './manifest.ts';

/**
 * Writes a backup to a new file, which has all of it or does not exist.
 *
 * @param file absolute path.
 * @param passphrase what the keys are locked with; GROVE_ENCRYPTION_KEY unless given.
 * @returns the manifest, and the bytes of the file.
 * @throws OperatorError where the file exists or cannot be written, or nothing locks the keys.
 */
export async function backUp(file: string, passphrase: string | undefined) {
  const locked = newLock(passphrase);
  if (existsSync(file)) throw new OperatorError(`${file} exists already`);
  const [copy, partial] = [`${file}.copy`, `${file}.partial`];
  const clear = () =>
    [copy, `${copy}-journal`, partial].forEach((path) => rmSync(path, { force: true }));
  try {
    makeFolder(dirname(file));
    clear();
    const { manifest, keys } = await copyAll(copy, locked);
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    const sealed = lockKeys(keys, await keyOf(locked, passphrase, file), text);
    const { bytes } = manifest.database;
    await writeArchive(partial, { manifest: text, keys: sealed, database: copy, bytes });
    renameSync(partial, file);
    syncFolder(dirname(file));
    return { file, bytes: statSync(file).size, manifest };
  } catch (error) {
    throw explained(error, file);
  } finally {
    clear();
  }
}

/** The keys are those of the moment of the copy, so that they open what it holds. */
async function copyAll(copy: string, locked: Manifest['keys']) {
  if (copies === null) {
    throw new OperatorError('this database has backups of its own: see docs/operations.md');
  }
  let createTime = '';
  const keys = await copies.write(copy, async () => {
    createTime = new Date().toISOString();
    return currentKeys();
  });
  const { migrations, counts } = copies.inspect(copy);
  const bytes = statSync(copy).size;
  const sha256 = await hashOf(createReadStream(copy));
  const manifest: Manifest = {
    kind: KIND,
    format: FORMAT,
    grove: VERSION,
    engine: 'sqlite',
    createTime,
    migrations,
    counts,
    database: { bytes, sha256 },
    keys: locked,
  };
  return { manifest, keys };
}

function explained(error: unknown, file: string): unknown {
  const reason = FILE_REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new OperatorError(`${file} cannot be written: ${reason}`);
}

/**
 * Files of the data folder that only the operator may read. The folder has mode 0700, each file
 * 0600. Readers see either a complete file or none.
 */
import {
  chmodSync,
  closeSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { config } from '#lib/config.ts';
import { makeFolder } from '#lib/make-folder.ts';
import { fileProblem, OperatorError } from '#lib/operator-error.ts';

function pathOf(name: string): string {
  return join(/* turbopackIgnore: true */ config().dataDir, name);
}

/** @throws OperatorError if the data folder cannot be created, read or written. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const reason = fileProblem(error, 'GROVE_DATA_DIR');
    throw new OperatorError(`the data folder ${config().dataDir} cannot be used: ${reason}`);
  }
}

function ensureDataDir(): void {
  guarded(() => makeFolder(config().dataDir));
}

/**
 * The text of a private file; undefined if there is none. Removes access that others have to it.
 */
export function readPrivateFile(name: string): string | undefined {
  return guarded(() => {
    const path = pathOf(name);
    const stats = statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if ((stats.mode & 0o077) !== 0) chmodSync(/* turbopackIgnore: true */ path, 0o600);
    return readFileSync(/* turbopackIgnore: true */ path, 'utf8');
  });
}

/**
 * Creates a private file with the result of `content`, unless it exists, and returns its text.
 * Processes that start at the same time agree on one content.
 */
export function createPrivateFile(name: string, content: () => string): string {
  ensureDataDir();
  const known = readPrivateFile(name);
  if (known !== undefined) return known;
  return guarded(() => {
    const path = pathOf(name);
    const temporary = writeTemporary(path, content());
    try {
      linkSync(/* turbopackIgnore: true */ temporary, path);
      syncFolder(dirname(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(/* turbopackIgnore: true */ temporary, { force: true });
    }
    return readFileSync(/* turbopackIgnore: true */ path, 'utf8');
  });
}

/** Replaces a private file as a whole. After a crash it has either the old text or the new one. */
export function replacePrivateFile(name: string, content: string): void {
  ensureDataDir();
  guarded(() => {
    const path = pathOf(name);
    renameSync(/* turbopackIgnore: true */ writeTemporary(path, content), path);
    syncFolder(dirname(path));
  });
}

/** Removes a file of the data folder for good; a missing one is fine. */
export function removePrivateFile(name: string): void {
  guarded(() => {
    const path = pathOf(name);
    rmSync(/* turbopackIgnore: true */ path, { force: true });
    syncFolder(dirname(path));
  });
}

/** Changes whenever the file is replaced; undefined if there is none. */
export function privateFileStamp(name: string): string | undefined {
  return guarded(() => {
    const path = pathOf(name);
    const stats = statSync(/* turbopackIgnore: true */ path, {
      throwIfNoEntry: false,
      bigint: true,
    });
    return stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
  });
}

/** Removes temporary files of processes that ended while they wrote the file. */
export function removeLeftovers(name: string): void {
  guarded(() => {
    const folder = config().dataDir;
    for (const entry of readdirSync(/* turbopackIgnore: true */ folder)) {
      if (!entry.startsWith(`${name}.`) || !TEMPORARY.test(entry)) continue;
      const path = pathOf(entry);
      const stats = statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });
      // A younger temporary file may belong to a process that is still writing.
      if (stats && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS) {
        rmSync(/* turbopackIgnore: true */ path, { force: true });
      }
    }
  });
}

const TEMPORARY = /\.\d+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LEFT_BEHIND_MS = 60_000;

/** A file name survives a power failure only after its folder is flushed to disk. */
export function syncFolder(path: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const folder = openSync(/* turbopackIgnore: true */ path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A new file that the administrator makes is for whoever the folder belongs to. */
function ownerFor(path: string): Owner {
  const known = statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });
  if (known !== undefined) return known;
  const { uid, gid } = statSync(/* turbopackIgnore: true */ dirname(path));
  const own = { uid: process.geteuid?.() ?? uid, gid: process.getegid?.() ?? gid };
  return own.uid === 0 ? { uid, gid } : own;
}

function writeTemporary(path: string, content: string): string {
  const temporary = `${path}.${process.pid}.${crypto.randomUUID()}`;
  const file = openSync(/* turbopackIgnore: true */ temporary, 'wx', 0o600);
  try {
    keepOwner(file, ownerFor(path), path);
    writeFileSync(file, content);
    fsyncSync(file);
  } catch (error) {
    rmSync(/* turbopackIgnore: true */ temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return temporary;
}

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * Gives a new file to the owner of the one that it replaces: the server could not read it otherwise
 * after a command of another user.
 *
 * @param file its descriptor.
 * @param path of the file that it replaces, for messages.
 * @throws OperatorError if this user may not.
 */
export function keepOwner(file: number, { uid, gid }: Owner, path: string): void {
  // Its mode lets no group read it.
  if (fstatSync(file).uid === uid) return;
  try {
    fchownSync(file, uid, gid);
  } catch {
    throw new OperatorError(
      `${path} belongs to user ${uid} and group ${gid}, who could not read a new one; run the command as that user`,
    );
  }
}

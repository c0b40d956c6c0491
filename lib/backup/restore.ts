/**
 * Puts a backup into an empty installation. Everything is checked and stored beside its place
 * before one file, the journal, makes it count. A restore that is killed before that has changed
 * nothing; one that is killed afterwards is completed by the next start.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { config } from '#lib/config.ts';
import { makeFolder } from '#lib/make-folder.ts';
import { OperatorError } from '#lib/operator-error.ts';
import {
  readPrivateFile,
  removePrivateFile,
  replacePrivateFile,
  syncFolder,
} from '#lib/secrets/private-files.ts';
import { secretsFileOf } from '#lib/secrets/secrets.ts';
import type { Copies } from '#lib/store/engine.ts';
import { copies } from '#lib/store/store.ts';
import { keysSchema } from './locked-keys.ts';
import type { Manifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';

const JOURNAL = 'restore.json';
const SECRETS = 'secrets.json';
const SIGNING_KEYS = 'signing-keys.json';

/**
 * @param file absolute path of the backup.
 * @throws OperatorError where the installation is not empty, or the backup cannot be used.
 */
export async function restore(file: string, passphrase: string | undefined): Promise<Manifest> {
  const target = requireCopies();
  requireEmpty(target);
  const how = { passphrase, migrations: target.migrations() };
  // Read twice, so that nothing is written of a backup that turns out to be damaged at its end.
  await readBackup(file, how);
  const staged = stagedFile(target);
  const clear = () => rmSync(staged, { force: true });
  try {
    makeFolder(dirname(staged));
    clear();
    const { manifest, keys } = await readBackup(file, { ...how, database: staged });
    requireSame(target, staged, { file, manifest });
    const { signingKeys } = keys;
    const text = JSON.stringify({ secrets: secretsFileOf(keys.secrets), signingKeys });
    replacePrivateFile(JOURNAL, `${text}\n`);
    completeRestore();
    return manifest;
  } catch (error) {
    // From the journal on, the next start needs the copy.
    if (readPrivateFile(JOURNAL) === undefined) clear();
    throw error;
  }
}

/**
 * Completes a restore that was killed after its journal was written. Each process calls it at its
 * start.
 */
export function completeRestore(): void {
  const text = readPrivateFile(JOURNAL);
  if (text === undefined) return;
  const target = requireCopies();
  const { secrets, signingKeys } = keysSchema.parse(JSON.parse(text));
  replacePrivateFile(SECRETS, secrets);
  replacePrivateFile(SIGNING_KEYS, signingKeys);
  target.install(stagedFile(target));
  syncFolder(dirname(target.databaseFile()));
  removePrivateFile(JOURNAL);
}

function requireCopies(): Copies {
  if (copies !== null) return copies;
  throw new OperatorError('this database is restored with its own tools: see docs/operations.md');
}

function requireEmpty(target: Copies): void {
  const there = target.isThere()
    ? target.databaseFile()
    : [SECRETS, SIGNING_KEYS].find((name) => readPrivateFile(name) !== undefined);
  if (there === undefined) return;
  throw new OperatorError(
    `${there} exists, and a backup is restored into an empty installation only; set GROVE_DATA_DIR to a new folder, or move everything in ${config().dataDir} elsewhere`,
  );
}

function requireSame(
  target: Copies,
  staged: string,
  { file, manifest }: { file: string; manifest: Manifest },
): void {
  const { migrations, counts } = target.inspect(staged);
  if (isDeepStrictEqual({ migrations, counts }, pick(manifest))) return;
  throw new OperatorError(`${file} is damaged: the database has other rows than the manifest says`);
}

const pick = ({ migrations, counts }: Manifest) => ({ migrations, counts });

function stagedFile(target: Copies): string {
  return `${target.databaseFile()}.restoring`;
}

/** When the server makes backups by itself, where to, and how many it keeps. */
import { join } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import { readDuration, readFile, readPath, readWhole, type Environment } from './environment.ts';

/** The backups that the server makes by itself. */
export type BackupSettings = ReturnType<typeof readBackups>;

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const FEWEST_CHARACTERS = 12;

/** @param directory the base of relative paths. */
export function readBackups(env: Environment, directory: string, dataDir: string) {
  return {
    /** Milliseconds from one to the next; null where the server makes none. */
    every: readDuration('GROVE_BACKUP_EVERY', env, UNITS, 'minutes, hours or days, such as 6h'),
    /** How many are kept; the oldest ones beyond that are deleted. */
    keep: readWhole('GROVE_BACKUP_KEEP', env, { least: 1 }),
    /** Absolute path. */
    folder:
      readPath('GROVE_BACKUP_FOLDER', env, directory) ??
      join(/* turbopackIgnore: true */ dataDir, 'backups'),
    /** Absolute path of the file with the passphrase of backups. */
    passphraseFile: readPath('GROVE_BACKUP_PASSPHRASE_FILE', env, directory),
  };
}

/** @param name of the setting, for messages. */
export function readPassphraseFile(path: string, name: string): string {
  return parsePassphrase(readFile(path, name).toString('utf8'), name);
}

/** @param text the passphrase with or without the end of its line. It is never repeated in messages. */
export function parsePassphrase(text: string, name: string): string {
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < FEWEST_CHARACTERS) {
    throw new OperatorError(`${name} must have at least ${FEWEST_CHARACTERS} characters`);
  }
  return passphrase;
}

/** When the server makes backups by itself, where to, and how many it keeps. */
import { join } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import type { Settings } from './declared.ts';
import { readFile } from './kinds/values.ts';

/** The backups that the server makes by itself. */
export type BackupSettings = ReturnType<typeof readBackups>;

const FEWEST_CHARACTERS = 12;

export function readBackups(settings: Settings, dataDir: string) {
  return {
    /** Milliseconds from one to the next; null where the server makes none. */
    every: settings('GROVE_BACKUP_EVERY'),
    /** How many are kept; the oldest ones beyond that are deleted. */
    keep: settings('GROVE_BACKUP_KEEP'),
    /** Absolute path. */
    folder: settings('GROVE_BACKUP_FOLDER') ?? join(/* turbopackIgnore: true */ dataDir, 'backups'),
    /** Absolute path of the file with the passphrase of backups. */
    passphraseFile: settings('GROVE_BACKUP_PASSPHRASE_FILE'),
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

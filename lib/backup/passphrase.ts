import { config } from '#lib/config.ts';
import { readPassphraseFile } from '#lib/settings/backups.ts';

/** The passphrase that the settings name; undefined where they name none. */
export function passphraseOfSettings(): string | undefined {
  const { passphraseFile } = config().backups;
  if (passphraseFile === undefined) return undefined;
  return readPassphraseFile(passphraseFile, 'GROVE_BACKUP_PASSPHRASE_FILE');
}

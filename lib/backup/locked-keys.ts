/**
 * The keys of an installation inside a backup, locked with a passphrase or GROVE_ENCRYPTION_KEY.
 * The manifest is authenticated together with them, so that nobody without the lock's key can
 * change what a backup holds without being noticed.
 *
 * @see RFC 7914 (scrypt), RFC 5869 (HKDF)
 */
import { createHash, hkdfSync, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { signingKeysFile } from '#lib/auth/tokens/keys.ts';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { readPassphraseFile } from '#lib/settings/backups.ts';
import { seal, unseal } from '#lib/secrets/sealing.ts';
import { plainSecrets } from '#lib/secrets/secrets.ts';
import type { Locked } from './manifest.ts';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const PURPOSE = 'grove backup';

/** The texts of secrets.json and of signing-keys.json. */
export const keysSchema = z.object({ secrets: z.string(), signingKeys: z.string() });

/** The secrets are not wrapped. */
export type Keys = z.infer<typeof keysSchema>;

/** The keys of this installation, unwrapped. */
export async function currentKeys(): Promise<Keys> {
  return { secrets: plainSecrets(), signingKeys: await signingKeysFile() };
}

/** The passphrase that the settings name; undefined where they name none. */
export function passphraseOfSettings(): string | undefined {
  const { passphraseFile } = config().backups;
  return passphraseFile && readPassphraseFile(passphraseFile, 'GROVE_BACKUP_PASSPHRASE_FILE');
}

/** @throws OperatorError where there is neither a passphrase nor GROVE_ENCRYPTION_KEY. */
export function newLock(passphrase: string | undefined): Locked {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const { wrappingKey } = config();
  if (passphrase !== undefined) return { with: 'passphrase', salt };
  if (wrappingKey !== undefined) {
    return { with: 'GROVE_ENCRYPTION_KEY', keyId: wrappingKey.id, salt };
  }
  throw new OperatorError(
    'a backup holds keys, so it needs a passphrase: --passphrase-file or GROVE_BACKUP_PASSPHRASE_FILE; or a GROVE_ENCRYPTION_KEY',
  );
}

/**
 * @param where the backup, for messages.
 * @throws OperatorError if the passphrase or key is missing, or another one.
 */
export async function keyOf(
  locked: Locked,
  passphrase: string | undefined,
  where: string,
): Promise<Buffer> {
  const salt = Buffer.from(locked.salt, 'base64url');
  if (locked.with === 'passphrase') {
    if (passphrase === undefined) {
      throw new OperatorError(`${where} needs its passphrase: --passphrase-file`);
    }
    const { N, r, p } = config().pace.backupCost;
    const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
    return derive(passphrase.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: 192 * N * r });
  }
  const { wrappingKey } = config();
  if (wrappingKey?.id !== locked.keyId) {
    throw new OperatorError(`${where} needs GROVE_ENCRYPTION_KEY ${locked.keyId}`);
  }
  return Buffer.from(hkdfSync('sha256', wrappingKey.bytes, salt, PURPOSE, KEY_BYTES));
}

/** Encrypts the keys with the key of the backup, bound to the bytes of its manifest. */
export function lockKeys(keys: Keys, key: Buffer, manifest: Buffer): Buffer {
  return seal(key, Buffer.from(JSON.stringify(keys)), ownerOf(manifest));
}

/** @throws OperatorError where the key is another one, or the manifest or the keys were changed. */
export function unlockKeys(sealed: Buffer, key: Buffer, manifest: Buffer, where: string): Keys {
  try {
    return keysSchema.parse(JSON.parse(unseal(key, sealed, ownerOf(manifest)).toString('utf8')));
  } catch {
    throw new OperatorError(
      `${where} cannot be opened: the passphrase or key is another one, or the file was changed`,
    );
  }
}

function ownerOf(manifest: Buffer): string {
  return `${PURPOSE} ${createHash('sha256').update(manifest).digest('hex')}`;
}

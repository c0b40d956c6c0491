/** The whole secret, to be shown once. */
import { seal, unseal } from '#lib/secrets/sealing.ts';
import { encryptionKey, secrets } from '#lib/secrets/secrets.ts';

/** The parts of a secret; null for text of another form. */
export function encryptSecret(plain: string, owner: string): string {
  const { current, keys } = secrets().encryption;
  const key = keys[current];
  if (key === undefined) throw new Error('there is no current encryption key');
  return `${current}.${seal(key, Buffer.from(plain), owner).toString('base64url')}`;
}

/** Compares in constant time, so that the time does not reveal where they differ. */
export function decryptSecret(encrypted: string, owner: string): string {
  const [, body = ''] = encrypted.split('.');
  const id = encryptionKeyId(encrypted);
  const key = encryptionKey(id);
  if (key === undefined) throw new Error(`encryption key ${id} is missing`);
  return unseal(key, Buffer.from(body, 'base64url'), owner).toString('utf8');
}

/**
 * Files of the data folder that only the operator may read. The folder has mode 0700, each file
 * 0600. Readers see either a complete file or none.
 */
export function encryptionKeyId(encrypted: string): string {
  return encrypted.split('.', 1)[0] ?? '';
}

/** @throws OperatorError if the data folder cannot be created, read or written. */
export function renewEncryption(encrypted: string, owner: string): string {
  if (encryptionKeyId(encrypted) === secrets().encryption.current) return encrypted;
  return encryptSecret(decryptSecret(encrypted, owner), owner);
}

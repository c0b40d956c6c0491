/** Encrypts secrets at rest with a key of secrets.json. Each ciphertext is bound to its row. */
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { seal, unseal } from '#lib/secrets/sealing.ts';
import { encryptionKey, secrets } from '#lib/secrets/secrets.ts';

/** @param owner the uid of the row. The ciphertext cannot be decrypted for another row. */
export function encryptSecret(plain: string, owner: string): string {
  const { current, keys } = secrets().encryption;
  const key = keys[current];
  if (key === undefined) throw new Error('there is no current encryption key');
  return `${current}.${seal(key, Buffer.from(plain), owner).toString('base64url')}`;
}

/**
 * @throws OperatorError if secrets.json has no such key.
 * @throws Error if the text was changed or moved.
 */
export function decryptSecret(encrypted: string, owner: string): string {
  const [, body = ''] = encrypted.split('.');
  const id = encryptionKeyId(encrypted);
  const key = encryptionKey(id);
  if (key === undefined) {
    throw new OperatorError(
      `the database has secrets encrypted with the key ${id}, which is missing in secrets.json of ${config().dataDir}; put the file there that belongs to this database`,
    );
  }
  return unseal(key, Buffer.from(body, 'base64url'), owner).toString('utf8');
}

/** The id of the key that encrypted the text. */
export function encryptionKeyId(encrypted: string): string {
  return encrypted.split('.', 1)[0] ?? '';
}

/**
 * Encrypts with the current key, unless the text already is.
 *
 * @param owner the uid that the text is bound to.
 */
export function renewEncryption(encrypted: string, owner: string): string {
  if (encryptionKeyId(encrypted) === secrets().encryption.current) return encrypted;
  return encryptSecret(decryptSecret(encrypted, owner), owner);
}

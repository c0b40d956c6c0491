/** Encrypts secrets at rest with a key of secrets.json. Each ciphertext is bound to its row. */
import { seal, unseal } from '#lib/secrets/sealing.ts';
import { encryptionKey, secrets } from '#lib/secrets/secrets.ts';

/** @param owner the uid of the row. The ciphertext cannot be decrypted for another row. */
export function encryptSecret(plain: string, owner: string): string {
  const { current, keys } = secrets().encryption;
  const key = keys[current];
  if (key === undefined) throw new Error('there is no current encryption key');
  return `${current}.${seal(key, Buffer.from(plain), owner).toString('base64url')}`;
}

/** @throws Error if the key is missing, or the text was changed or moved. */
export function decryptSecret(encrypted: string, owner: string): string {
  const [, body = ''] = encrypted.split('.');
  const id = encryptionKeyId(encrypted);
  const key = encryptionKey(id);
  if (key === undefined) throw new Error(`encryption key ${id} is missing`);
  return unseal(key, Buffer.from(body, 'base64url'), owner).toString('utf8');
}

/** The id of the key that the text is encrypted with. */
export function encryptionKeyId(encrypted: string): string {
  return encrypted.split('.', 1)[0] ?? '';
}

/** The same secret, encrypted with the current key. */
export function renewEncryption(encrypted: string, owner: string): string {
  if (encryptionKeyId(encrypted) === secrets().encryption.current) return encrypted;
  return encryptSecret(decryptSecret(encrypted, owner), owner);
}

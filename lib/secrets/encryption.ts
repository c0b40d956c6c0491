/** Secrets at rest: AES-256-GCM with a key of the data folder, bound to what they belong to. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { encryptionKey, secrets } from '#lib/secrets/secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param owner the uid of the row, so that the text is of no use in another. */
export function encryptSecret(plain: string, owner: string): string {
  const { current, keys } = secrets().encryption;
  const key = keys[current];
  if (key === undefined) throw new Error('there is no current encryption key');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `${current}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')}`;
}

/** @throws Error where the key is gone or the text was changed or moved. */
export function decryptSecret(encrypted: string, owner: string): string {
  const [id = '', body = ''] = encrypted.split('.');
  const key = encryptionKey(id);
  if (key === undefined) throw new Error(`encryption key ${id} is missing`);
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

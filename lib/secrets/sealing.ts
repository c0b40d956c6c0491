/** AES-256-GCM. Layout: nonce (12 bytes), ciphertext, tag (16). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param owner what the bytes belong to. They cannot be opened for another owner. */
export function seal(key: Buffer, plain: Buffer, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if the key is a different one, or the bytes were changed, truncated or moved. */
export function unseal(key: Buffer, sealed: Buffer, owner: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}

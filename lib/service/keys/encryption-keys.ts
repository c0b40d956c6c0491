/**
 * Encrypts everything with one key. Wherever it is cut off, each secret can be read and the next
 * start completes it: a key goes only once nothing needs it any more.
 */
import { keyFileEncryptedWith, renewKeyEncryption } from '#lib/auth/tokens/keys.ts';
import { encryptionKeyId, renewEncryption } from '#lib/secrets/encryption.ts';
import { changeSecrets, secrets } from '#lib/secrets/secrets.ts';
import { encryptedTexts, replaceEncryptedTexts } from '#lib/store/encrypted-columns.ts';
import { transaction } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';

/** Encrypts what is stored with the current key, as part of the transaction. */
export async function renewAll(tx: Transaction): Promise<void> {
  await replaceEncryptedTexts(tx, renewEncryption);
  await renewKeyEncryption();
}

/** Removes every key that nothing is encrypted with. Only what is committed counts. */
export async function retireUnusedKeys(): Promise<void> {
  if (Object.keys(secrets().encryption.keys).length === 1) return;
  await transaction(async (tx) => {
    const used = new Set((await encryptedTexts(tx)).map(encryptionKeyId));
    const ofFile = keyFileEncryptedWith();
    if (ofFile !== null) used.add(ofFile);
    changeSecrets((known) => {
      const { current, keys } = known.encryption;
      const kept = Object.entries(keys).filter(([id]) => id === current || used.has(id));
      return { ...known, encryption: { current, keys: Object.fromEntries(kept) } };
    });
  });
}

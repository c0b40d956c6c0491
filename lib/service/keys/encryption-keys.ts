/**
 * Encrypts all stored secrets with one key. An interruption loses nothing: every secret stays
 * readable, and the next start completes the work. A key is removed only after nothing needs it.
 */
import { keyFileEncryptedWith, renewKeyEncryption } from '#lib/auth/tokens/keys.ts';
import { encryptionKeyId, renewEncryption } from '#lib/secrets/encryption.ts';
import { changeSecrets, secrets } from '#lib/secrets/secrets.ts';
import { keptHeadsEncryptedWith, renewKeptHeads } from '#lib/service/record/kept-heads.ts';
import { everySecret } from '#lib/store/encrypted-columns.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';

export async function renewAll(tx: Transaction): Promise<void> {
  for (const { uid, text, replace } of await everySecret(tx)) {
    const renewed = renewEncryption(text, uid);
    if (renewed !== text) await replace(tx, renewed);
  }
  await renewKeyEncryption();
  renewKeptHeads();
}

/** Removes every key that encrypts nothing. Only committed rows count. */
export async function retireUnusedKeys(): Promise<void> {
  if (Object.keys(secrets().encryption.keys).length === 1) return;
  await transaction(async (tx) => {
    const used = new Set((await everySecret(tx)).map(({ text }) => encryptionKeyId(text)));
    for (const ofFile of [keyFileEncryptedWith(), keptHeadsEncryptedWith()]) {
      if (ofFile !== null) used.add(ofFile);
    }
    changeSecrets((known) => {
      const { current, keys } = known.encryption;
      const kept = Object.entries(keys).filter(([id]) => id === current || used.has(id));
      return { ...known, encryption: { current, keys: Object.fromEntries(kept) } };
    });
  });
}

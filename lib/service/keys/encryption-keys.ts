/**
 * Encrypts all stored secrets with one key. An interruption loses nothing: every secret stays
 * readable, and the next start completes the work. A key is removed only after nothing needs it.
 */
import { keyFileEncryptedWith, renewKeyEncryption } from '#lib/auth/tokens/keys.ts';
import { config } from '#lib/config.ts';
import { encryptionKeyId, renewEncryption } from '#lib/secrets/encryption.ts';
import { removeLeftovers } from '#lib/secrets/private-files.ts';
import { changeSecrets, secrets, secretsWrappedWith } from '#lib/secrets/secrets.ts';
import * as keptHeads from '#lib/service/record/kept-heads.ts';
import { everySecret } from '#lib/store/encrypted-columns.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';

export async function renewAll(tx: Transaction): Promise<void> {
  for (const { uid, text, replace } of await everySecret(tx)) {
    const renewed = renewEncryption(text, uid);
    if (renewed !== text) await replace(tx, renewed);
  }
  await renewKeyEncryption();
  keptHeads.renewKeptHeads();
}

/** Removes every key that encrypts nothing. Only committed rows count. */
export async function retireUnusedKeys(): Promise<void> {
  if (Object.keys(secrets().encryption.keys).length === 1) return;
  await transaction(async (tx) => {
    const used = new Set((await everySecret(tx)).map(({ text }) => encryptionKeyId(text)));
    for (const ofFile of [keyFileEncryptedWith(), keptHeads.keptHeadsEncryptedWith()]) {
      if (ofFile !== null) used.add(ofFile);
    }
    changeSecrets((known) => {
      const { current, keys } = known.encryption;
      const kept = Object.entries(keys).filter(([id]) => id === current || used.has(id));
      return { ...known, encryption: { current, keys: Object.fromEntries(kept) } };
    });
  });
}

/**
 * Brings the keys of the data folder into the state that the settings require: wrapped if there is
 * a GROVE_ENCRYPTION_KEY, encrypted with one key, without leftovers of an interrupted process.
 *
 * @throws OperatorError if the keys are wrapped and GROVE_ENCRYPTION_KEY is missing or a different
 * one.
 */
export async function protectKeys(): Promise<void> {
  const { encryption } = secrets();
  const wrapped = secretsWrappedWith() !== null;
  const isDone =
    (wrapped || config().wrappingKey === undefined) &&
    Object.keys(encryption.keys).length === 1 &&
    keyFileEncryptedWith() !== null;
  if (!isDone) {
    await transaction(async (tx) => {
      if (!wrapped && config().wrappingKey !== undefined) changeSecrets((known) => known);
      await renewAll(tx);
    });
    await retireUnusedKeys();
  }
  for (const file of ['secrets.json', 'signing-keys.json', keptHeads.FILE]) removeLeftovers(file);
}

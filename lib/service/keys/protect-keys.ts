import { keyFileEncryptedWith } from '#lib/auth/tokens/keys.ts';
import { config } from '#lib/config.ts';
import { removeLeftovers } from '#lib/secrets/private-files.ts';
import { changeSecrets, secrets, secretsWrappedWith } from '#lib/secrets/secrets.ts';
import { FILE as KEPT_HEADS } from '#lib/service/record/kept-heads.ts';
import { transaction } from '#lib/store/store.ts';
import { renewAll, retireUnusedKeys } from './encryption-keys.ts';

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
  for (const file of ['secrets.json', 'signing-keys.json', KEPT_HEADS]) removeLeftovers(file);
}

import { keyFileEncryptedWith } from '#lib/auth/tokens/keys.ts';
import { config } from '#lib/config.ts';
import { removeLeftovers } from '#lib/secrets/private-files.ts';
import { changeSecrets, secrets, secretsWrappedWith } from '#lib/secrets/secrets.ts';
import { transaction } from '#lib/store/store.ts';
import { renewAll, retireUnusedKeys } from './encryption-keys.ts';

/**
 * Brings the keys of the data folder to the state that the settings ask for: wrapped where there is
 * a GROVE_ENCRYPTION_KEY, encrypted with one key, nothing left of a process that was cut off.
 *
 * @throws OperatorError where the keys are wrapped and GROVE_ENCRYPTION_KEY is missing or another one.
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
  for (const file of ['secrets.json', 'signing-keys.json']) removeLeftovers(file);
}

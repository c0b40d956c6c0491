/** The columns that hold encrypted secrets, each bound to the uid of its row. */
import type { Reads, Transaction } from './handles.ts';
import { is, not } from './predicates.ts';

interface Encrypted {
  uid: string;
  text: string;
}

const isRow = (uid: string) => is('uid', uid);

async function clientSecrets(reads: Reads): Promise<Encrypted[]> {
  const rows = await reads.find('IdentityProvider', not(is('clientSecret', null)));
  return rows.map(({ uid, clientSecret }) => ({ uid, text: clientSecret ?? '' }));
}

async function passwords(reads: Reads): Promise<Encrypted[]> {
  const rows = await reads.find('RegistrySource', not(is('password', null)));
  return rows.map(({ uid, password }) => ({ uid, text: password ?? '' }));
}

export async function encryptedTexts(reads: Reads): Promise<string[]> {
  const all = [...(await clientSecrets(reads)), ...(await passwords(reads))];
  return all.map(({ text }) => text);
}

/** Describes the rows whose secret `decrypt` cannot read. */
export async function unreadableSecrets(
  reads: Reads,
  decrypt: (text: string, uid: string) => string,
): Promise<string[]> {
  const all = [...(await clientSecrets(reads)), ...(await passwords(reads))];
  return all.flatMap(({ uid, text }) => {
    try {
      decrypt(text, uid);
      return [];
    } catch {
      return [`the secret of ${uid} cannot be decrypted`];
    }
  });
}

/**
 * Replaces each ciphertext. The secret stays the same, so the row's revision and times do not
 * change.
 */
export async function replaceEncryptedTexts(
  tx: Transaction,
  replace: (text: string, uid: string) => string,
): Promise<void> {
  for (const { uid, text } of await clientSecrets(tx)) {
    const clientSecret = replace(text, uid);
    if (clientSecret !== text) await tx.note('IdentityProvider', isRow(uid), { clientSecret });
  }
  for (const { uid, text } of await passwords(tx)) {
    const password = replace(text, uid);
    if (password !== text) await tx.note('RegistrySource', isRow(uid), { password });
  }
}

/** The columns that hold encrypted secrets, each bound to the uid of its row. */
import type { Reads, Transaction } from './handles.ts';
import { all, is, not } from './predicates.ts';

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

async function totpSecrets(reads: Reads): Promise<Encrypted[]> {
  const rows = await reads.find('AuthenticatorApp', all());
  return rows.map(({ uid, secret }) => ({ uid, text: secret }));
}

async function everySecret(reads: Reads): Promise<Encrypted[]> {
  return [
    ...(await clientSecrets(reads)),
    ...(await passwords(reads)),
    ...(await totpSecrets(reads)),
  ];
}

export async function encryptedTexts(reads: Reads): Promise<string[]> {
  return (await everySecret(reads)).map(({ text }) => text);
}

/** Describes the rows whose secret `decrypt` cannot read. */
export async function unreadableSecrets(
  reads: Reads,
  decrypt: (text: string, uid: string) => string,
): Promise<string[]> {
  return (await everySecret(reads)).flatMap(({ uid, text }) => {
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
  for (const { uid, text } of await totpSecrets(tx)) {
    const secret = replace(text, uid);
    if (secret !== text) await tx.note('AuthenticatorApp', isRow(uid), { secret });
  }
}

/** The columns that hold encrypted secrets, each bound to the uid of its row. */
import type { Reads, Transaction } from './handles.ts';
import { all, is, not } from './predicates.ts';

interface Encrypted {
  uid: string;
  text: string;
  /** Replaces the ciphertext. */
  write(tx: Transaction, text: string): Promise<unknown>;
}

async function everySecret(reads: Reads): Promise<Encrypted[]> {
  const providers = await reads.find('IdentityProvider', not(is('clientSecret', null)));
  const sources = await reads.find('RegistrySource', not(is('password', null)));
  const apps = await reads.find('AuthenticatorApp', all());
  return [
    ...providers.map(({ uid, clientSecret }) => ({
      uid,
      text: clientSecret ?? '',
      write: (tx: Transaction, text: string) =>
        tx.note('IdentityProvider', is('uid', uid), { clientSecret: text }),
    })),
    ...sources.map(({ uid, password }) => ({
      uid,
      text: password ?? '',
      write: (tx: Transaction, text: string) =>
        tx.note('RegistrySource', is('uid', uid), { password: text }),
    })),
    ...apps.map(({ uid, secret }) => ({
      uid,
      text: secret,
      write: (tx: Transaction, text: string) =>
        tx.note('AuthenticatorApp', is('uid', uid), { secret: text }),
    })),
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
  for (const { uid, text, write } of await everySecret(tx)) {
    const replaced = replace(text, uid);
    if (replaced !== text) await write(tx, replaced);
  }
}

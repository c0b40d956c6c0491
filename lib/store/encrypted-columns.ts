/** The columns that hold encrypted secrets, each bound to the uid of its row. */
import type { ColumnOf } from '#lib/resources/rows.ts';
import type { Reads, Transaction } from './handles.ts';
import { is, moreThan } from './predicates.ts';

type SecretTable = 'IdentityProvider' | 'RegistrySource' | 'AuthenticatorApp';

interface Encrypted {
  uid: string;
  text: string;
  /** Replaces the ciphertext. */
  write(tx: Transaction, text: string): Promise<unknown>;
}

async function everySecret(reads: Reads): Promise<Encrypted[]> {
  const secretsOf = async <Table extends SecretTable>(table: Table, column: ColumnOf<Table>) => {
    const rows = await reads.find(table, moreThan(column, ''));
    return rows.map((row) => ({
      uid: row.uid,
      text: String(Reflect.get(row, column)),
      write: (tx: Transaction, text: string) =>
        tx.note<SecretTable>(table, is('uid', row.uid), { [column]: text }),
    }));
  };
  return [
    ...(await secretsOf('IdentityProvider', 'clientSecret')),
    ...(await secretsOf('RegistrySource', 'password')),
    ...(await secretsOf('AuthenticatorApp', 'secret')),
  ];
}

export async function encryptedTexts(reads: Reads): Promise<string[]> {
  return (await everySecret(reads)).map(({ text }) => text);
}

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

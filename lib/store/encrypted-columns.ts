/** The columns that hold encrypted secrets, each bound to the uid of its row. */
import type { ColumnOf } from '#lib/resources/rows.ts';
import { is, moreThan } from './predicates.ts';
import type { Reads } from './prisma/reads.ts';
import type { Transaction } from './prisma/transaction.ts';

type SecretTable = 'IdentityProvider' | 'RegistrySource' | 'AuthenticatorApp' | 'Subscription';

/** A stored secret. `text` is its ciphertext, bound to the uid of its row. */
export interface Encrypted {
  uid: string;
  text: string;
  /** Replaces the ciphertext of the same secret. Revision and times of the row stay. */
  replace(tx: Transaction, text: string): Promise<unknown>;
}

/** Every secret of the database. A rotation encrypts each again. */
export async function everySecret(reads: Reads): Promise<Encrypted[]> {
  const secretsOf = async <Table extends SecretTable>(table: Table, column: ColumnOf<Table>) => {
    const rows = await reads.find(table, moreThan(column, ''));
    return rows.map((row) => ({
      uid: row.uid,
      text: String(Reflect.get(row, column)),
      replace: (tx: Transaction, text: string) =>
        tx.note<SecretTable>(table, is('uid', row.uid), { [column]: text }),
    }));
  };
  return [
    ...(await secretsOf('IdentityProvider', 'clientSecret')),
    ...(await secretsOf('RegistrySource', 'password')),
    ...(await secretsOf('AuthenticatorApp', 'secret')),
    ...(await secretsOf('Subscription', 'secret')),
    ...(await secretsOf('Subscription', 'previousSecret')),
  ];
}

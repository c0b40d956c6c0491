/** The columns that hold encrypted secrets, each bound to the uid of its row. */
import type { Transaction } from '#lib/store/database.ts';
import { written } from '#lib/store/database.ts';

const COLUMNS = [
  ['IdentityProvider', 'clientSecret'],
  ['RegistrySource', 'password'],
] as const;

interface Encrypted {
  uid: string;
  text: string;
}

function rowsOf(tx: Transaction, [table, column]: (typeof COLUMNS)[number]): Encrypted[] {
  const sql = `SELECT "uid", "${column}" AS "text" FROM "${table}" WHERE "${column}" IS NOT NULL`;
  return written(tx, sql).all() as Encrypted[];
}

export function encryptedTexts(tx: Transaction): string[] {
  return COLUMNS.flatMap((column) => rowsOf(tx, column).map(({ text }) => text));
}

/** Replaces each text. It is the same secret, so the row's revision and times stay. */
export function replaceEncryptedTexts(
  tx: Transaction,
  replace: (text: string, uid: string) => string,
): void {
  for (const column of COLUMNS) {
    const update = written(tx, `UPDATE "${column[0]}" SET "${column[1]}" = ? WHERE "uid" = ?`);
    for (const { uid, text } of rowsOf(tx, column)) {
      const next = replace(text, uid);
      if (next !== text) update.run(next, uid);
    }
  }
}

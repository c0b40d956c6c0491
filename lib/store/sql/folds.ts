/** The folded forms of texts that rows from before a migration lack. SQL cannot compute them. */

export interface Fold {
  table: string;
  column: string;
}

export function foldsIn(sql: string): Fold[] {
  return [...sql.matchAll(/ALTER TABLE "(\w+)"([^;]*)/g)].flatMap(([, table = '', changes = '']) =>
    [...changes.matchAll(/ADD COLUMN\s+"(\w+)Folded"/g)].map(([, column = '']) => ({
      table,
      column,
    })),
  );
}

/** Both engines understand it. */
export const isBeyondAscii = (column: string): string =>
  `octet_length("${column}") > length("${column}")`;

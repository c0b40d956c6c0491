/** The columns that follow from others, which rows from before a migration lack. SQL cannot compute them. */

export interface Fold {
  table: string;
  column: string;
  /** The end of the name of the column that follows from it. */
  form: string;
}

export function foldsIn(sql: string): Fold[] {
  return [...sql.matchAll(/ALTER TABLE "(\w+)"([^;]*)/g)].flatMap(([, table = '', changes = '']) =>
    [...changes.matchAll(/ADD COLUMN\s+"(\w+)(Folded|Natural)"/g)].map(
      ([, column = '', form = '']) => ({ table, column, form }),
    ),
  );
}

/** The rows to fill; both engines understand it. */
export const lacking = ({ column, form }: Fold): string =>
  form === 'Folded' ? `octet_length("${column}") > length("${column}")` : `"${column}${form}" = ''`;

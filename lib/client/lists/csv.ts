/** Rows as CSV, for people: no value is JSON. */
import { isObject } from '#lib/client/is-object.ts';

type Row = Readonly<Record<string, unknown>>;

/* A spreadsheet would run a value that starts with one of these as a formula. Some read full-width
   forms as well, and skip blanks before them. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** A list as its items, and an object in it as its values. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (isObject(value)) return Object.values(value).map(textOf).filter(Boolean).join(' ');
  return String(value);
}

function cellOf(text: string): string {
  const plain = FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The values within, by path: `claimMatch.issuer`. */
const leavesOf = (row: Row, path = ''): [path: string, text: string][] =>
  Object.entries(row).flatMap(([member, value]) =>
    isObject(value) ? leavesOf(value, `${path}${member}.`) : [[path + member, textOf(value)]],
  );

/**
 * The cells by column. A member of a member has a column of its own, `claimMatch.issuer`. Deeper
 * members share a cell: people choose the keys of such maps, so each row may have others.
 */
const cellsOf = (row: Row): [column: string, text: string][] =>
  Object.entries(row).flatMap(([member, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, nested]): [string, string] => [
          `${member}.${inner}`,
          isObject(nested)
            ? leavesOf(nested)
                .map((pair) => pair.join('='))
                .join('; ')
            : textOf(nested),
        ])
      : [[member, textOf(value)]],
  );

/** Without it, Excel reads letters outside of ASCII in the code page of its machine. */
const BYTE_ORDER_MARK = '\u{feff}';

/** RFC 4180, with a column for each member that any row has. */
export function csvWriter() {
  const columns: string[] = [];
  const pages: { width: number; lines: string[] }[] = [];
  return {
    add: (rows: readonly Row[]) => {
      const filled = rows.map((row) => new Map(cellsOf(row)));
      const known = new Set(columns);
      for (const cells of filled) for (const column of cells.keys()) known.add(column);
      columns.push(...[...known].slice(columns.length));
      const lines = filled.map((cells) =>
        columns.map((column) => cellOf(cells.get(column) ?? '')).join(),
      );
      pages.push({ width: columns.length, lines });
    },
    parts: () => [
      `${BYTE_ORDER_MARK}${columns.map(cellOf).join()}\r\n`,
      ...pages.map(({ width, lines }) => {
        // Rows from before a column was first seen do not have it.
        const end = `${','.repeat(columns.length - width)}\r\n`;
        return lines.map((line) => line + end).join('');
      }),
    ],
  };
}

/** Exports all rows of a list to a file: reads page by page and writes as pages arrive. */
import { readRows } from '#lib/client/lists/read-rows.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

export type ExportFormat = 'csv' | 'json';

type Row = Readonly<Record<string, unknown>>;

/** Turns pages into a file format; `parts` are the file, in order. */
interface Writer {
  add: (rows: readonly Row[]) => void;
  parts: () => string[];
}

/* A spreadsheet would run a value that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const plain = FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Without it, Excel reads letters outside of ASCII in the code page of its machine. */
const BYTE_ORDER_MARK = '\u{feff}';

/** RFC 4180, with a column for each member that any row has; a nested value is JSON. */
export function csvWriter(): Writer {
  const members: string[] = [];
  const pages: { width: number; lines: string[] }[] = [];
  return {
    add: (rows) => {
      for (const row of rows) {
        for (const member of Object.keys(row)) if (!members.includes(member)) members.push(member);
      }
      const lines = rows.map((row) => members.map((member) => cellOf(row[member])).join());
      pages.push({ width: members.length, lines });
    },
    parts: () => [
      `${BYTE_ORDER_MARK}${members.map(cellOf).join()}\r\n`,
      ...pages.map(({ width, lines }) => {
        // Rows from before a member was first seen do not have it.
        const end = `${','.repeat(members.length - width)}\r\n`;
        return lines.map((line) => line + end).join('');
      }),
    ],
  };
}

/** One array, a resource a line. */
export function jsonWriter(): Writer {
  const pages: string[] = [];
  return {
    add: (rows) => {
      if (rows.length > 0) pages.push(rows.map((row) => JSON.stringify(row)).join(',\n'));
    },
    parts: () => [
      '[\n',
      ...pages.flatMap((page, index) => (index > 0 ? [',\n', page] : [page])),
      '\n]\n',
    ],
  };
}

const WRITERS: Readonly<Record<ExportFormat, () => Writer>> = { csv: csvWriter, json: jsonWriter };

export function fileOf(rows: readonly object[], format: ExportFormat): string[] {
  const writer = WRITERS[format]();
  writer.add(rows.map((row) => ({ ...row })));
  return writer.parts();
}

export interface ExportProgress {
  rows: number;
  total: number;
}

/**
 * @param collection `/iam/v2beta1/groups`
 * @param query The list's filters and order, without its page.
 * @throws ApiRequestError as a list does; AbortError when it is stopped.
 */
export async function exportRows(
  collection: string,
  query: ListQuery,
  format: ExportFormat,
  options: { signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<string[]> {
  const writer = WRITERS[format]();
  let count = 0;
  await readRows<Row>(collection, query, options.signal, (rows, total) => {
    writer.add(rows);
    count += rows.length;
    options.onProgress({ rows: count, total });
  });
  return writer.parts();
}

/** Exports all rows of a list to a file: reads page by page and writes as pages arrive. */
import { csvWriter } from '#lib/client/lists/csv.ts';
import { pagesOf } from '#lib/client/lists/read-rows.ts';
import { parentUid } from '#lib/client/paths.ts';
import { readNames } from '#lib/client/resources/names.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

export type ExportFormat = 'csv' | 'json';

type Row = Readonly<Record<string, unknown>>;

/** Turns pages into a file format; `parts` are the file, in order. */
interface Writer {
  add: (rows: readonly Row[]) => void;
  parts: () => string[];
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

/** The rows with the name of the group that holds each, as far as the caller can see it. */
async function withGroups(
  rows: readonly Row[],
  known: Map<string, string>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const holderOf = ({ uid }: Row) => parentUid(String(uid)) ?? '';
  const uids = new Set(rows.map(holderOf).filter((uid) => uid !== '' && !known.has(uid)));
  const names = await readNames('groups', [...uids], signal);
  for (const uid of uids) known.set(uid, names.get(uid) ?? '');
  return rows.map((row) => {
    const name = known.get(holderOf(row));
    return name ? { ...row, group: row['group'] ?? { name } } : row;
  });
}

/** The parts of a file with these rows. In CSV each row names its group. */
export async function fileOf(
  rows: readonly object[],
  format: ExportFormat,
  signal: AbortSignal,
): Promise<string[]> {
  const writer = WRITERS[format]();
  const plain = rows.map((row) => ({ ...row }) as Row);
  writer.add(format === 'csv' ? await withGroups(plain, new Map(), signal) : plain);
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
  const groups = new Map<string, string>();
  let count = 0;
  for await (const { rows, total } of pagesOf<Row>(collection, query, options.signal)) {
    writer.add(format === 'csv' ? await withGroups(rows, groups, options.signal) : rows);
    count += rows.length;
    options.onProgress({ rows: count, total });
  }
  return writer.parts();
}

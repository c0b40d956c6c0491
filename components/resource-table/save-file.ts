import { download } from '#lib/client/download.ts';
import { type ExportFormat, fileOf } from '#lib/client/lists/export.ts';

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv', json: 'application/json' };

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** Offers a file for download. Its name has the group, the list and the day. */
export function saveFile(title: string, parts: string[], format: ExportFormat): void {
  const name = slugOf(title);
  const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  download(parts, `${name}-${day}.${format}`, TYPES[format]);
}

/** Offers loaded rows as a file. */
export async function saveRows(
  title: string,
  rows: readonly object[],
  format: ExportFormat,
): Promise<void> {
  saveFile(title, await fileOf(rows, format, new AbortController().signal), format);
}

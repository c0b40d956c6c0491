import { type ExportFormat, fileOf } from '#lib/client/lists/export.ts';

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv', json: 'application/json' };

/** Gives the person a file named after the list and the day. */
export function saveFile(label: string, parts: string[], format: ExportFormat): void {
  const url = URL.createObjectURL(new Blob(parts, { type: TYPES[format] }));
  const link = document.createElement('a');
  link.href = url;
  const name = label.toLowerCase().replaceAll(' ', '-');
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}

/** The same of rows that are here already. */
export function saveRows(label: string, rows: readonly object[], format: ExportFormat): void {
  saveFile(label, fileOf(rows, format), format);
}

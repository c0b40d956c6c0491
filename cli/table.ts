/** Columns side by side, as wide as their longest cell up to a limit; nothing without rows. */
const MAX_WIDTH = 60;
const GAP = '  ';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const all = [head, ...rows.map((row) => row.map(printable))];
  const widths = head.map((_, column) =>
    Math.min(MAX_WIDTH, Math.max(...all.map((row) => row[column]?.length ?? 0))),
  );
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** A terminal obeys control characters, and a file may hold any. */
const printable = (cell: string) => cell.replace(/\p{Cc}+/gu, ' ');

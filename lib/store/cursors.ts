import type { Cursor } from '#lib/aip/page-token.ts';
import type { BaseRow } from '#lib/resources/define.ts';

/** The order value of a row as a cursor stores it: times in milliseconds. */
export function cursorOf(row: BaseRow, column: string): Cursor {
  const value: unknown = Object.entries(row).find(([name]) => name === column)?.[1];
  if (value instanceof Date) return { uid: row.uid, value: value.getTime() };
  if (typeof value === 'string' || typeof value === 'number') return { uid: row.uid, value };
  throw new Error(`rows are not ordered by ${column}`);
}

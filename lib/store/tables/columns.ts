/** How each column of each table is stored, as it follows from the schema. */
import { COLUMN_KINDS } from '#lib/generated/prisma/columns.ts';
import type { TableName } from '#lib/resources/rows.ts';

export type ColumnKind = 'text' | 'integer' | 'bigint' | 'boolean' | 'time' | 'json';

/** The columns of each table with their kinds, generated from `prisma/schema.prisma`. */
export const COLUMNS: Readonly<Record<TableName, Readonly<Record<string, ColumnKind>>>> =
  COLUMN_KINDS;

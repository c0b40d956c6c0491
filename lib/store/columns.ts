/** How each column of each resource's table is stored, as it follows from the schema. */
import { COLUMN_KINDS } from '#lib/generated/prisma/columns.ts';
import type { ResourceType } from '#lib/resources/define.ts';

export type ColumnKind = 'text' | 'integer' | 'bigint' | 'boolean' | 'time' | 'json';

export const COLUMNS: Readonly<Record<ResourceType, Readonly<Record<string, ColumnKind>>>> =
  COLUMN_KINDS;

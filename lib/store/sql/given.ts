/**
 * Parameters whose values do not decide how a statement is planned. SQLite looks at a bare parameter
 * that a column equals, or that bounds the rows, and prepares the statement again for each run. That
 * takes longer than most statements.
 */
import type { ColumnKind } from '#lib/store/tables/columns.ts';

/** As PostgreSQL names them. SQLite understands all but that of JSON, which nothing is compared with. */
export const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  boolean: 'boolean',
  time: 'bigint',
  json: 'json',
};

export const given = (kind: ColumnKind): string => `CAST(? AS ${TYPES[kind]})`;

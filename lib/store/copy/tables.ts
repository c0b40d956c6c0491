/** The tables of a copy and how their rows are read, in words that both engines understand. */
import { COLUMN_KINDS } from '#lib/generated/prisma/columns.ts';
import type { ColumnKind } from '#lib/store/tables/columns.ts';

/** Each side has its own: triggers fill them from the other tables, or nobody misses their rows. */
const LEFT_OUT = ['Tally', 'AccessRevision', 'RequestBucket', 'Incarnation'] as const;

export type CopiedTable = Exclude<keyof typeof COLUMN_KINDS, (typeof LEFT_OUT)[number]>;

/** The columns in their order. */
export const kindsOf = (table: CopiedTable): Readonly<Record<string, ColumnKind>> =>
  COLUMN_KINDS[table];

/** In the order of the schema, in which tables refer only to those before them. */
export const TABLES = Object.keys(COLUMN_KINDS).filter(isCopied);

function isCopied(table: string): table is CopiedTable {
  return !LEFT_OUT.some((other) => other === table);
}

/** The primary keys of the tables that do not have `uid`. */
const KEYS: Readonly<Partial<Record<CopiedTable, readonly string[]>>> = {
  AdvisoryAlias: ['alias', 'advisoryUid'],
  ChainHead: ['chain'],
  V1Caller: ['identityUid', 'operation'],
  Account: ['email'],
  PasswordReset: ['email'],
  RecoveryCode: ['codeHash'],
  UsedChallenge: ['hash'],
  PendingSignIn: ['tokenHash'],
  UsedLogoutToken: ['hash'],
  RevokedToken: ['jti'],
  Attempt: ['key'],
  Setting: ['key'],
};

const keyOf = (table: CopiedTable) => KEYS[table] ?? ['uid'];

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join();

export const columnsOf = (table: CopiedTable) => quoted(Object.keys(kindsOf(table)));

/** Numbers that may be larger than those of JavaScript are read as texts. */
function selected([column, kind]: [string, ColumnKind]): string {
  if (kind === 'boolean') return `CAST("${column}" AS INTEGER)`;
  return kind === 'bigint' || kind === 'json' ? `CAST("${column}" AS TEXT)` : `"${column}"`;
}

/** The rows after a key, or the first ones, in the order of their keys. */
export function rowsAfter(
  table: CopiedTable,
  key: readonly unknown[] | null,
  limit: number,
): { sql: string; params: unknown[] } {
  const columns = Object.entries(kindsOf(table)).map(selected).join();
  const names = keyOf(table);
  const marks = names.map(() => '?').join();
  const after = key === null ? '' : `WHERE (${quoted(names)}) > (${marks})`;
  return {
    sql: `SELECT ${columns} FROM "${table}" ${after} ORDER BY ${quoted(names)} LIMIT ?`,
    params: [...(key ?? []), limit],
  };
}

/** The key of a row that {@link rowsAfter} has read. */
export function keyIn(table: CopiedTable, row: readonly unknown[]): unknown[] {
  const columns = Object.keys(kindsOf(table));
  return keyOf(table).map((name) => row[columns.indexOf(name)]);
}

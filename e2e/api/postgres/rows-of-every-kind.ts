/** A SQLite file with rows in every table, and values that are hard to store. */
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { encryptSecret } from '#lib/secrets/encryption.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { TABLES } from '#lib/store/copy/rows.ts';
import { seedBuiltInRoles } from '#lib/store/sql/derived.ts';
import { Connection } from '#lib/store/sqlite/connection.ts';
import { dialect } from '#lib/store/sqlite/dialect.ts';
import { migrate } from '#lib/store/sqlite/migrate.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import type { ColumnKind } from '#lib/store/tables/columns.ts';

type Row = Record<string, string | number | null>;

/** More rows than the first portion of a copy. */
const ROWS = 130;
const TIME = Date.parse('2026-01-02T03:04:05.678Z');

const HARD = [`'"\\`, 'NULL', '{a,"b"}', '😀 ü\n\t', '', '\u007f\u0001', 'null', '\\N\\u0000', '?'];

/** The referenced table by the name of the column, or of table and column. */
const REFERENCES: Readonly<Record<string, TableName>> = {
  identityUid: 'Identity',
  roleUid: 'Role',
  defaultRole: 'Role',
  advisoryUid: 'Advisory',
  subscriptionUid: 'Subscription',
  'Policy uid': 'Group',
};

/** The tables whose `email` refers to an account. */
const OF_ACCOUNTS: readonly TableName[] = [
  'PasswordReset',
  'AuthenticatorApp',
  'Passkey',
  'RecoveryCode',
  'PendingSignIn',
];

/** Values that Grove interprets, by table and column. */
const MEANINGFUL: Readonly<Record<string, (row: Row, index: number) => string | null>> = {
  'Advisory aliases': (_, index) => JSON.stringify([`CVE-${index}`]),
  'AdvisoryAlias alias': (_, index) => `CVE-${index}`,
  'IdentityProvider clientSecret': ({ uid }) => encryptSecret('hunter2', String(uid)),
  'AuthenticatorApp secret': ({ uid }) => encryptSecret('hunter2', String(uid)),
  'Subscription secret': ({ uid }) => encryptSecret('hunter2', String(uid)),
  'Subscription previousSecret': ({ uid }) => encryptSecret('hunter2', String(uid)),
  'RegistrySource password': ({ uid }) => encryptSecret('hunter2', String(uid)),
};

function valueOf(kind: ColumnKind, name: string, index: number): string | number {
  switch (kind) {
    case 'text':
      return `${name} ${index} ${HARD[index % HARD.length]}`;
    case 'boolean':
      return index % 2;
    case 'integer':
      return index % 5;
    case 'bigint':
      // The affinity of the column makes a number of it, which JavaScript has not.
      return `9007199254740993`;
    case 'time':
      return TIME + index;
    case 'json':
      return JSON.stringify([{ [`${name} ${index}`]: HARD }, 1.5e300, -0.1, true, null]);
  }
}

function parentOf(table: TableName, made: Map<string, Row[]>, index: number): string {
  if (table === 'Group' && index === 0) return '';
  const above = table === 'Group' ? (index - 1) >> 1 : index;
  const [of, key] = table === 'Tag' ? ['Repo', above] : ['Group', above];
  return String(made.get(of)?.[key]?.['uid']);
}

function rowOf(
  table: TableName,
  made: Map<string, Row[]>,
  index: number,
  optional: ReadonlySet<string>,
): Row {
  const row: Row = {};
  const kinds = COLUMNS[table];
  if ('parent' in kinds) row['parent'] = parentOf(table, made, index);
  for (const [column, kind] of Object.entries(kinds)) {
    const name = `${table} ${column}`;
    const isOfAccount = column === 'email' && OF_ACCOUNTS.includes(table);
    const of = isOfAccount ? 'Account' : (REFERENCES[name] ?? REFERENCES[column]);
    if (column === 'parent') continue;
    if (column === 'uid' && typeof row['parent'] === 'string') {
      row[column] = row['parent'] === '' ? newRootUid() : newChildUid(row['parent']);
    } else if (name in MEANINGFUL) row[column] = MEANINGFUL[name]?.(row, index) ?? null;
    else if (optional.has(column) && index % 3 === 0) row[column] = null;
    else if (of === undefined) row[column] = valueOf(kind, name, index);
    else row[column] = made.get(of)?.[index]?.[of === 'Account' ? 'email' : 'uid'] ?? null;
  }
  return row;
}

const columnsThatMayLack = (database: Sqlite, table: string) =>
  new Set(
    (database.pragma(`table_info("${table}")`) as { name: string; notnull: number }[])
      .filter(({ notnull }) => notnull === 0)
      .map(({ name }) => name),
  );

/** @returns the number of rows in each table. */
export function makeRowsOfEveryKind(file: string): Record<string, number> {
  migrate(file);
  const database = new Database(file);
  const made = new Map<string, Row[]>();
  new Connection(database).follow(seedBuiltInRoles(dialect));
  for (const table of TABLES) {
    const optional = columnsThatMayLack(database, table);
    const names = Object.keys(COLUMNS[table]);
    const insert = database.prepare(
      `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()})
       VALUES (${names.map(() => '?').join()})`,
    );
    const rows: Row[] = [];
    made.set(table, rows);
    for (let index = 0; index < ROWS; index += 1) {
      const row = rowOf(table, made, index, optional);
      insert.run(...names.map((name) => row[name]));
      rows.push(row);
    }
  }
  database.close();
  return countsIn(file);
}

function countsIn(file: string): Record<string, number> {
  return Object.fromEntries(TABLES.map((table) => [table, everyRow(file, table).length]));
}

/** The rows with the stored types of SQLite, ordered by all columns. */
export function everyRow(file: string, table: TableName): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    const columns = Object.keys(COLUMNS[table]).map((column) => `"${column}"`);
    const typed = columns.map((column) => `typeof(${column}), ${column}`);
    return database
      .prepare(`SELECT ${typed.join()} FROM "${table}" ORDER BY ${columns.join()}`)
      .safeIntegers()
      .raw()
      .all();
  } finally {
    database.close();
  }
}

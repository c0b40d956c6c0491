/**
 * The finished JSON of each row, beside the tables. A server could keep it that only answers these
 * requests.
 */
import type { Database as Sqlite } from 'better-sqlite3';
import { jsonOf } from './bare-json.ts';

const TABLES = ['Group', 'Identity', 'RoleBinding', 'Repo', 'Advisory'];
const ROWS_AT_ONCE = 5_000;

const HYDRATED: Readonly<Record<string, string>> = {
  RoleBinding: `SELECT t.rowid AS "at", t.*, i."name" AS "identityName",
    i."description" AS "identityDescription", i."subject", i."issuer", i."email",
    g."name" AS "groupName", g."description" AS "groupDescription",
    r."name" AS "roleName", r."description" AS "roleDescription"
    FROM "RoleBinding" AS t JOIN "Identity" AS i ON i."uid" = t."identityUid"
    JOIN "Group" AS g ON g."uid" = t."parent" JOIN "Role" AS r ON r."uid" = t."roleUid"`,
};

/** The name of the table with the JSON of another table's rows. */
export const storedIn = (table: string): string => `"Bare${table}"`;

/** Stores the JSON of rows that have none yet. The large data takes half a minute, once. */
export function storeJson(database: Sqlite): void {
  const known = database.prepare(`SELECT 1 FROM sqlite_schema WHERE "name" = ?`);
  for (const table of TABLES) {
    const fill = database.transaction(() => fillFrom(database, table));
    if (known.get(`Bare${table}`) === undefined) fill.immediate();
  }
}

function fillFrom(database: Sqlite, table: string): void {
  database.exec(
    `CREATE TABLE ${storedIn(table)} ("uid" TEXT PRIMARY KEY, "json" TEXT NOT NULL) WITHOUT ROWID`,
  );
  const hydrated = HYDRATED[table] ?? `SELECT t.rowid AS "at", t.* FROM "${table}" AS t`;
  const some = database.prepare(`${hydrated} WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?`);
  const store = database.prepare(`INSERT INTO ${storedIn(table)} VALUES (?, ?)`);
  let last = 0;
  for (;;) {
    const rows = some.all(last, ROWS_AT_ONCE) as { at: number; uid: string }[];
    for (const row of rows) store.run(row.uid, jsonOf(table, row));
    last = rows.at(-1)?.at ?? last;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

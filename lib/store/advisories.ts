/** Many advisories at once, as an import reads and writes them. */
import type { Advisory } from '#lib/generated/prisma/client.ts';
import { prepared, written } from './database.ts';
import type { Transaction } from './database.ts';
import type { Condition } from './lists.ts';
import { toRow } from './rows.ts';
import { insertRows } from './writes.ts';

/** Those of the group that have one of the ids. */
export function advisoriesById(parent: string, advisoryIds: readonly string[]): Advisory[] {
  const rows = prepared(
    `SELECT * FROM "Advisory"
     WHERE "parent" = ? AND "advisoryId" IN (SELECT value FROM json_each(?))`,
  ).all(parent, JSON.stringify(advisoryIds));
  return rows.map((row) => toRow('Advisory', row as Record<string, unknown>)) as Advisory[];
}

/**
 * The uids of all that the conditions hold for, by id. Sorted once and without
 * the rows: a page after the other would sort all of them for each page.
 */
export function advisoryUids(where: readonly Condition[]): string[] {
  const conditions = where.map(({ sql }) => `(${sql})`).join(' AND ');
  const rows = prepared(
    `SELECT t."uid" FROM "Advisory" AS t WHERE ${conditions || '1'}
     ORDER BY t."advisoryId", t."uid"`,
  ).all(...where.flatMap(({ params }) => params));
  return (rows as { uid: string }[]).map(({ uid }) => uid);
}

/** In the order of the uids; those that are gone are left out. */
export function advisoriesOf(uids: readonly string[]): Advisory[] {
  const rows = prepared(
    `SELECT t.* FROM json_each(?) AS v CROSS JOIN "Advisory" AS t ON t."uid" = v."value"
     ORDER BY v."key"`,
  ).all(JSON.stringify(uids));
  return rows.map((row) => toRow('Advisory', row as Record<string, unknown>)) as Advisory[];
}

export async function insertAdvisories(tx: Transaction, rows: readonly Advisory[]): Promise<void> {
  if (rows.length === 0) return;
  await insertRows(tx, 'Advisory', rows);
  await insertAliases(tx, rows);
}

const UPDATED = [
  'componentName',
  'componentType',
  'componentLocation',
  'summary',
  'author',
  'severity',
  'severities',
  'status',
  'fixedVersion',
  'aliases',
  'events',
  'updateTime',
] as const satisfies (keyof Advisory)[];

/** Writes all that an import may change of rows that are there. */
export async function updateAdvisories(tx: Transaction, rows: readonly Advisory[]): Promise<void> {
  if (rows.length === 0) return;
  const sets = UPDATED.map((column) => `"${column}" = json_extract(v."value", '$.${column}')`);
  const values = rows.map((row) => ({ ...row, updateTime: row.updateTime.getTime() }));
  written(
    tx,
    `UPDATE "Advisory" SET ${sets.join(', ')}, "revision" = "revision" + 1
     FROM json_each(?) AS v WHERE "Advisory"."uid" = json_extract(v."value", '$.uid')`,
  ).run(JSON.stringify(values));
  written(
    tx,
    `DELETE FROM "AdvisoryAlias" WHERE "advisoryUid" IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(rows.map(({ uid }) => uid)));
  await insertAliases(tx, rows);
}

async function insertAliases(tx: Transaction, rows: readonly Advisory[]): Promise<void> {
  const pairs = rows.flatMap(({ uid, aliases }) =>
    (aliases as string[]).map((alias) => [alias, uid]),
  );
  written(
    tx,
    `INSERT INTO "AdvisoryAlias" ("alias", "advisoryUid")
     SELECT json_extract("value", '$[0]'), json_extract("value", '$[1]') FROM json_each(?)`,
  ).run(JSON.stringify(pairs));
}

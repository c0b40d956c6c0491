/** Restores and reads the backups in `older-versions/`. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { grove } from './command-line.ts';

export const olderFile = (name: string) => join(import.meta.dirname, 'older-versions', name);

/** Restores a backup. @param env names the data folder. */
export async function restoreOlder(day: string, env: Record<string, string>): Promise<void> {
  const args = ['restore', olderFile(`${day}.backup.tar.gz`), '--passphrase-file', '-'];
  // The passphrase with which the backup was made.
  const restored = await grove(args, env, 'an old passphrase of a test', []);
  expect(restored).toMatchObject({ err: '', code: 0 });
}

/** The columns of each table, except tables that are counted from others. */
export type OlderTables = Readonly<Record<string, readonly string[]>>;

/** The statement that reads these columns of a table, without built-in roles, which are those of the new version. */
export function rowsThatStay(table: string, columns: readonly string[]): string {
  const which = table === 'Role' ? ' WHERE "parent" IS NOT NULL' : '';
  return `SELECT ${columns.join()} FROM "${table}"${which}`;
}

const OTHER = 'b'.repeat(40);

/** A root group of another organization, in which an identity has a role. Older data has one root group only. */
export const BIND_ELSEWHERE = [
  `INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits", "createTime", "updateTime")
   VALUES ('${OTHER}', '', 'other', '{}', 1, 1)`,
  `INSERT INTO "RoleBinding" ("uid", "parent", "identityUid", "roleUid", "createTime")
   SELECT '${OTHER}/${'0'.repeat(16)}', '${OTHER}', min(i."uid"), (SELECT min("uid") FROM "Role"), 1
   FROM "Identity" AS i`,
];

/** The bindings that keep what their identity was called: exactly that one. Rows of every kind have values without a name. */
export const KEPT_NAMES = `SELECT b."parent", b."boundAs"->>'name' = i."name" AS "isSame"
  FROM "RoleBinding" AS b JOIN "Identity" AS i ON i."uid" = b."identityUid"
  WHERE b."boundAs"->>'name' IS NOT NULL`;

export const keptNames = (isSame: unknown) => [{ parent: OTHER, isSame }];

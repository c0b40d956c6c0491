/** The table that finds advisories by alias. Triggers keep it equal to the column. */
import type { Connection } from './connection.ts';

export function insertAliases(connection: Connection, uids: readonly string[]): void {
  connection
    .prepared(
      `INSERT INTO "AdvisoryAlias" ("alias", "advisoryUid")
       SELECT alias."value", a."uid" FROM json_each(?) AS v
       CROSS JOIN "Advisory" AS a ON a."uid" = v."value"
       CROSS JOIN json_each(a."aliases") AS alias`,
    )
    .run(JSON.stringify(uids));
}

export function replaceAliases(connection: Connection, uids: readonly string[]): void {
  connection
    .prepared(`DELETE FROM "AdvisoryAlias" WHERE "advisoryUid" IN (SELECT value FROM json_each(?))`)
    .run(JSON.stringify(uids));
  insertAliases(connection, uids);
}

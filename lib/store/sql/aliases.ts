/** The table that finds advisories by alias. Whoever writes advisories keeps it as the column. */
import type { Dialect } from './dialect.ts';
import type { Part } from './plan.ts';

export function insertAliases(dialect: Dialect, uids: readonly string[]): Part {
  return {
    sql: `INSERT INTO "AdvisoryAlias" ("alias", "advisoryUid")
      SELECT alias."value", a."uid" FROM ${dialect.listSource('v', 'text')}
      CROSS JOIN "Advisory" AS a
      CROSS JOIN ${dialect.elements('a."aliases"', 'alias')} WHERE a."uid" = v."value"`,
    params: [dialect.list(uids)],
  };
}

export function replaceAliases(dialect: Dialect, uids: readonly string[]): Part[] {
  const forgotten = {
    sql: `DELETE FROM "AdvisoryAlias" WHERE ${dialect.isListed('"advisoryUid"', 'text')}`,
    params: [dialect.list(uids)],
  };
  return [forgotten, insertAliases(dialect, uids)];
}

/** Checks the relations of rows: parents, and columns that repeat others. */
import { COLUMNS } from '#lib/store/tables/columns.ts';
import type { Statements } from './statements.ts';

interface Dangling {
  table: string;
  rowid: number | null;
  parent: string;
}

/** Describes problems of the file itself, of references, and of aliases. */
export function wronglyReferring(statements: Statements): string[] {
  return [
    ...statements.column('PRAGMA quick_check(20)').filter((line) => line !== 'ok'),
    ...statements
      .rows<Dangling>('PRAGMA foreign_key_check')
      .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`),
    ...misplaced(statements),
    ...wrongAliases(statements),
  ];
}

/** Rows whose uid is not below their parent, and groups whose parent does not exist. */
function misplaced(statements: Statements): string[] {
  const outside = Object.entries(COLUMNS)
    .filter(([table, columns]) => 'uid' in columns && 'parent' in columns && table !== 'AuditEvent')
    .flatMap(([table]) =>
      statements
        .column(
          `SELECT "uid" FROM "${table}" WHERE "parent" <> ''
           AND substr("uid", 1, length("parent") + 1) IS NOT "parent" || '/'`,
        )
        .map((uid) => `${uid} of ${table} does not lie below its parent`),
    );
  const orphans = statements.column(
    `SELECT "uid" FROM "Group" WHERE "parent" <> ''
     AND "parent" NOT IN (SELECT "uid" FROM "Group")`,
  );
  return [...outside, ...orphans.map((uid) => `the parent of group ${uid} does not exist`)];
}

/** The table by which advisories are found has exactly the aliases of the column. */
function wrongAliases(statements: Statements): string[] {
  const both = `SELECT DISTINCT alias."value" AS "alias", a."uid" AS "advisoryUid"
    FROM "Advisory" AS a, json_each(a."aliases") AS alias`;
  const table = 'SELECT "alias", "advisoryUid" FROM "AdvisoryAlias"';
  const differing = (left: string, right: string) =>
    statements.column(`SELECT "advisoryUid" || ' by ' || "alias" FROM (${left} EXCEPT ${right})`);
  return [
    ...differing(both, table).map((which) => `advisory ${which} is not found`),
    ...differing(table, both).map((which) => `advisory ${which} is found and lacks it`),
  ];
}

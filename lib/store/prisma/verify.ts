/** Compares all derived data of the database with its rows. */
import { RESOURCES } from '#lib/resources/index.ts';
import { wrongTallies } from '#lib/store/sql/counted.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { snapshot, type Store } from './writing.ts';

/** How long all of it may take, in milliseconds. */
const LONGEST_MS = 3_600_000;
const MOST = 20;

/**
 * As {@link Engine.verify}.
 *
 * @param checks selects of further problems, each as a "text".
 */
export function verify(store: Store, checks: readonly string[] = []): Promise<string[]> {
  return snapshot(
    store,
    async (_reads, source) => {
      const wrong: string[] = [];
      for (const sql of [...checks, ...problems(store.dialect)]) {
        const rows = await source.run(() => rowsOf<{ text: string }>(`${sql} LIMIT ${MOST}`));
        wrong.push(...rows.map(({ text }) => text));
      }
      return wrong;
    },
    LONGEST_MS,
  );
}

const ORPHANS = `SELECT 'the parent of group ' || "uid" || ' does not exist' AS "text" FROM "Group"
  WHERE "parent" <> '' AND "parent" NOT IN (SELECT "uid" FROM "Group")`;

/** Rows whose uid is not below their parent. Audit records outlive what they are about. */
const misplaced = Object.entries(COLUMNS)
  .filter(([table, columns]) => 'uid' in columns && 'parent' in columns && table !== 'AuditEvent')
  .map(
    ([table]) =>
      `SELECT "uid" || ' of ${table} does not lie below its parent' AS "text" FROM "${table}"
       WHERE "parent" <> '' AND substr("uid", 1, length("parent") + 1) <> "parent" || '/'`,
  );

/** The table by which advisories are found has exactly the aliases of the column. */
function wrongAliases({ elements }: Dialect): string[] {
  const both = `SELECT DISTINCT alias."value" AS "alias", a."uid" AS "advisoryUid"
    FROM "Advisory" AS a CROSS JOIN ${elements('a."aliases"', 'alias')}`;
  const table = 'SELECT "alias", "advisoryUid" FROM "AdvisoryAlias"';
  const named = (left: string, right: string, what: string) =>
    `SELECT 'advisory ' || "advisoryUid" || ' by ' || "alias" || ' ${what}' AS "text"
     FROM (${left} EXCEPT ${right}) AS d`;
  return [named(both, table, 'is not found'), named(table, both, 'is found and lacks it')];
}

/** Selects of what does not match in the rows, as texts, in words that both engines understand. */
const problems = (dialect: Dialect): string[] => [
  ORPHANS,
  ...misplaced,
  ...wrongAliases(dialect),
  ...RESOURCES.map(({ type }) => wrongTallies(dialect, type)),
];

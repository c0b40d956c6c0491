/** Compares all derived data of the database with its rows. */
import { RESOURCES } from '#lib/resources/index.ts';
import { wrongTallies } from '#lib/store/sql/counted.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import type { Plan } from '#lib/store/sql/plan.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { snapshot } from './reading.ts';

/** The most problems of one kind that are told. */
const MOST = 20;

function* texts(sql: string): Plan<string[]> {
  const rows = yield* rowsOf<{ text: string }>(`${sql} LIMIT ${MOST}`);
  return rows.map(({ text }) => text);
}

function* wrongAliases(): Plan<string[]> {
  const both = `SELECT DISTINCT alias."value" AS "alias", a."uid" AS "advisoryUid"
    FROM "Advisory" AS a
    CROSS JOIN json_array_elements_text(a."aliases") AS alias("value")`;
  const table = 'SELECT "alias", "advisoryUid" FROM "AdvisoryAlias"';
  const named = (left: string, right: string, what: string) =>
    `SELECT 'advisory ' || "advisoryUid" || ' by ' || "alias" || ' ${what}' AS "text"
     FROM ((${left}) EXCEPT (${right})) AS d`;
  return [
    ...(yield* texts(named(both, table, 'is not found'))),
    ...(yield* texts(named(table, both, 'is found and lacks it'))),
  ];
}

/** Rows whose uid is not below their parent, and groups whose parent does not exist. */
function* misplaced(): Plan<string[]> {
  const wrong = yield* texts(
    `SELECT 'the parent of group ' || "uid" || ' does not exist' AS "text" FROM "Group"
     WHERE "parent" <> '' AND "parent" NOT IN (SELECT "uid" FROM "Group")`,
  );
  for (const [table, columns] of Object.entries(COLUMNS)) {
    if (!('uid' in columns && 'parent' in columns) || table === 'AuditEvent') continue;
    wrong.push(
      ...(yield* texts(
        `SELECT "uid" || ' of ${table} does not lie below its parent' AS "text" FROM "${table}"
         WHERE "parent" <> '' AND left("uid", length("parent") + 1) <> "parent" || '/'`,
      )),
    );
  }
  return wrong;
}

function* all(): Plan<string[]> {
  const wrong = [...(yield* misplaced()), ...(yield* wrongAliases())];
  for (const { type } of RESOURCES) wrong.push(...(yield* texts(wrongTallies(type))));
  return wrong;
}

/** As {@link Engine.verify}. */
export function verify(): Promise<string[]> {
  return snapshot(({ runner }) => runner.run(all));
}

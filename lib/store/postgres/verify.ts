/** Compares all derived data of the database with its rows. */
import { RESOURCES } from '#lib/resources/index.ts';
import { wrongTallies } from '#lib/store/sql/counted.ts';
import type { Values } from '#lib/store/sql/plan.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { handles } from './database.ts';

/** How long all of it may take, in milliseconds. */
const LONGEST_MS = 3_600_000;
/** The most problems of one kind that are told. */
const MOST = 20;

type Texts = (sql: string) => Promise<string[]>;

async function wrongAliases(texts: Texts): Promise<string[]> {
  const both = `SELECT DISTINCT alias."value" AS "alias", a."uid" AS "advisoryUid"
    FROM "Advisory" AS a
    CROSS JOIN json_array_elements_text(a."aliases") AS alias("value")`;
  const table = 'SELECT "alias", "advisoryUid" FROM "AdvisoryAlias"';
  const named = (left: string, right: string, what: string) =>
    `SELECT 'advisory ' || "advisoryUid" || ' by ' || "alias" || ' ${what}' AS "text"
     FROM ((${left}) EXCEPT (${right})) AS d`;
  return [
    ...(await texts(named(both, table, 'is not found'))),
    ...(await texts(named(table, both, 'is found and lacks it'))),
  ];
}

/** Rows whose uid is not below their parent, and groups whose parent does not exist. */
async function misplaced(texts: Texts): Promise<string[]> {
  const wrong = await texts(
    `SELECT 'the parent of group ' || "uid" || ' does not exist' AS "text" FROM "Group"
     WHERE "parent" <> '' AND "parent" NOT IN (SELECT "uid" FROM "Group")`,
  );
  for (const [table, columns] of Object.entries(COLUMNS)) {
    if (!('uid' in columns && 'parent' in columns) || table === 'AuditEvent') continue;
    wrong.push(
      ...(await texts(
        `SELECT "uid" || ' of ${table} does not lie below its parent' AS "text" FROM "${table}"
         WHERE "parent" <> '' AND left("uid", length("parent") + 1) <> "parent" || '/'`,
      )),
    );
  }
  return wrong;
}

/** As {@link Engine.verify}. */
export async function verify(): Promise<string[]> {
  const { client, limits } = await handles().store;
  return client.snapshot(
    async (handle) => {
      const texts = async (sql: string) => {
        const rows = await handle.$queryRawUnsafe(`${sql} LIMIT ${MOST}`);
        return (rows as Values[]).map(({ text }) => String(text));
      };
      const wrong = [...(await misplaced(texts)), ...(await wrongAliases(texts))];
      for (const { type } of RESOURCES) wrong.push(...(await texts(wrongTallies(type))));
      return wrong;
    },
    { maxWait: limits.turn, timeout: LONGEST_MS },
  );
}

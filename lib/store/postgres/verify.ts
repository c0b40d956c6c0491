/** Compares all derived data of the database with its rows. */
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { talliedAnew, wrongTallies } from '#lib/store/sql/advisory-tallies.ts';
import { wrongBlocks } from '#lib/store/sql/blocks.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import type { Plan } from '#lib/store/sql/plan.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { LISTS_PER_TYPE, typeId } from '#lib/store/tables/orders.ts';
import { KEY_ENDS } from './block-triggers.ts';
import { countedAnew, rankedAnew } from './hierarchy.ts';
import { places } from './places.ts';
import { snapshot } from './reading.ts';

/** The most problems of one kind that are told. */
const MOST = 20;

function* texts(sql: string): Plan<string[]> {
  const rows = yield* rowsOf<{ text: string }>(`${sql} LIMIT ${MOST}`);
  return rows.map(({ text }) => text);
}

function* wrongCounts({ type }: ResourceDefinition): Plan<string[]> {
  return yield* texts(
    `SELECT coalesce(p."uid", 'a lost place') || ' has ' || coalesce(y."here", 0) || ' and '
       || coalesce(y."below", 0) || ' of ${type} instead of ' || coalesce(n."here", 0) || ' and '
       || coalesce(n."below", 0) AS "text"
     FROM (${countedAnew(`"${type}"`)}) AS n
     FULL JOIN (SELECT * FROM "Tally" WHERE "type" = ${typeId(type)}) AS y USING ("place")
     LEFT JOIN "Place" AS p ON p."id" = "place"
     WHERE (coalesce(n."here", 0), coalesce(n."below", 0))
       <> (coalesce(y."here", 0), coalesce(y."below", 0))`,
  );
}

function* wrongRankings(resource: ResourceDefinition): Plan<string[]> {
  const first = typeId(resource.type) * LISTS_PER_TYPE;
  const isRanked = `SELECT "place" FROM "Tally"
    WHERE "type" = ${typeId(resource.type)} AND "ranked"`;
  const anew = rankedAnew(resource, `p."id" IN (${isRanked})`).join(' UNION ALL ');
  const kept = `SELECT "place", "list", "key", "tail" FROM "Ranking"
    WHERE "list" BETWEEN ${first} AND ${first + LISTS_PER_TYPE - 1}`;
  const named = (left: string, right: string, what: string) =>
    `SELECT 'list ' || "list" || ' of place ' || "place" || ' ${what}' AS "text"
     FROM ((${left}) EXCEPT (${right})) AS d`;
  return [
    ...(yield* texts(named(anew, kept, 'lacks a row'))),
    ...(yield* texts(named(kept, anew, 'has a stray row'))),
  ];
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
  for (const resource of RESOURCES) {
    wrong.push(...(yield* wrongCounts(resource)), ...(yield* wrongRankings(resource)));
  }
  for (const blocks of wrongBlocks(KEY_ENDS)) wrong.push(...(yield* texts(blocks)));
  for (const tallies of wrongTallies(talliedAnew(places))) wrong.push(...(yield* texts(tallies)));
  return wrong;
}

/** As {@link Engine.verify}. */
export function verify(): Promise<string[]> {
  return snapshot(({ runner }) => runner.run(all));
}

/**
 * Makes any subtree as quick to list as a table. For each group it keeps the number of rows in and
 * below it, and for large groups their rows in each order. Triggers maintain both in the
 * transaction of every write. They are generated from the resources' definitions rather than
 * written in a migration, so that none can be forgotten. Every start creates missing or changed
 * triggers again, together with their data.
 */
import type { Database } from 'better-sqlite3';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { BLOCK_SIZES } from '#lib/store/sql/blocks.ts';
import type { BlockSizes } from '#lib/store/sql/blocks.ts';
import { LISTS_PER_TYPE, listsOf, typeId, uidList } from '#lib/store/tables/orders.ts';
import { keeperOfAdvisoryTallies } from './advisory-tallies.ts';
import { keeperOfBlocks } from './block-triggers.ts';
import { places, ROOT_LENGTH } from './places.ts';
import { install } from './triggers.ts';
import type { Keeper } from './triggers.ts';

/** Up to this many rows, sorting is faster than keeping an order. */
const SORTED_AT_ONCE = 64;

/** The uid without the group's: 8 bytes a segment, which sort as the uids do. */
function tail(uid: string): string {
  return `unhex(substr(${uid}, length(p."uid") + 2), '/')`;
}

/** The triggers of one table by name. */
function triggersOf(resource: ResourceDefinition, sortedAtOnce: number): Map<string, string> {
  const { type } = resource;
  const lists = listsOf(resource);
  const id = typeId(type);
  const isGroup = type === 'Group';
  const ranked = (uid: string) => `${places(uid, isGroup)}
    CROSS JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${id} AND y."ranked"`;
  const keys = (...rows: readonly string[]) =>
    `(${lists
      .map(([column, list]) => {
        const values = rows.map((row) => `${row}."${column}" AS "${row}"`);
        return `SELECT ${list} AS "list", ${values.join()}`;
      })
      .join(' UNION ALL ')}) AS v`;
  const changed = `${keys('OLD', 'NEW')} ON v."OLD" IS NOT v."NEW"`;
  const insert = (from: string) =>
    `INSERT INTO "Ranking" SELECT p."id", v."list", v."NEW", ${tail('NEW."uid"')} FROM ${from};`;
  const remove = (from: string) =>
    `DELETE FROM "Ranking" WHERE ("place", "list", "key", "tail") IN
      (SELECT p."id", v."list", v."OLD", ${tail('OLD."uid"')} FROM ${from});`;
  const inRoot = (
    uid: string,
  ) => `SELECT p."id", ${uidList(type)}, '', ${tail(uid)} FROM "Place" AS p
      CROSS JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${id} AND y."ranked"
      WHERE p."uid" = substr(${uid}, 1, ${ROOT_LENGTH})`;
  const bodies: [string, string][] = [
    [
      `AFTER INSERT ON "${type}"`,
      `${insert(`${ranked('NEW."uid"')} CROSS JOIN ${keys('NEW')}`)}
    INSERT INTO "Ranking" ${inRoot('NEW."uid"')};
    INSERT INTO "Tally" ("place", "type", "here", "below")
      SELECT p."id", ${id}, p."uid" IS NEW."parent", 1 FROM ${places('NEW."uid"', false)} WHERE 1
      ON CONFLICT ("place", "type") DO UPDATE
      SET "here" = "here" + excluded."here", "below" = "below" + 1;`,
    ],
    [
      `AFTER DELETE ON "${type}"`,
      `${remove(`${ranked('OLD."uid"')} CROSS JOIN ${keys('OLD')}`)}
    DELETE FROM "Ranking" WHERE ("place", "list", "key", "tail") IN (${inRoot('OLD."uid"')});
    UPDATE "Tally" SET "below" = "below" - 1,
      "here" = "here" - ("place" IS (SELECT "id" FROM "Place" WHERE "uid" = OLD."parent"))
      WHERE "type" = ${id}
      AND "place" IN (SELECT p."id" FROM ${places('OLD."uid"', false)});`,
    ],
    [
      `AFTER UPDATE OF ${lists.map(([column]) => `"${column}"`).join()} ON "${type}"`,
      `${remove(`${ranked('OLD."uid"')} CROSS JOIN ${changed}`)}
    ${insert(`${ranked('NEW."uid"')} CROSS JOIN ${changed}`)}`,
    ],
    [
      `AFTER UPDATE OF "below" ON "Tally" WHEN NEW."type" = ${id}
      AND NEW."below" > ${sortedAtOnce} AND NOT NEW."ranked"`,
      `UPDATE "Tally" SET "ranked" = 1 WHERE "place" = NEW."place" AND "type" = ${id};
    ${rankAll(resource, `"${type}"`, 'p."id" = NEW."place"').join(';\n    ')};`,
    ],
  ];
  const names = ['insert', 'delete', 'update', 'rank'];
  return new Map(
    bodies.map(([when, body], index) => {
      const name = `keep_${type}_${names[index]}`;
      return [name, `CREATE TRIGGER "${name}" ${when} BEGIN\n    ${body}\n  END`];
    }),
  );
}

/**
 * Fills the rankings of some places, with a statement for each order.
 *
 * @param table the resource's, or one with its uids and the columns of its orders.
 */
function rankAll(resource: ResourceDefinition, table: string, which: string): string[] {
  const from = resource.type === 'Group' ? '>= p."uid"' : `> p."uid" || '/'`;
  const rank = (list: number, key: string, places: string) =>
    `INSERT INTO "Ranking" SELECT p."id", ${list}, ${key}, ${tail('t."uid"')}
      FROM "Place" AS p CROSS JOIN ${table} AS t
      ON t."uid" ${from} AND t."uid" < p."uid" || '0' WHERE ${places}`;
  return [
    ...listsOf(resource).map(([column, list]) => rank(list, `t."${column}"`, which)),
    rank(uidList(resource.type), "''", `length(p."uid") = ${ROOT_LENGTH} AND ${which}`),
  ];
}

const PLACE_TRIGGERS: ReadonlyMap<string, string> = new Map([
  [
    'keep_place_insert',
    `CREATE TRIGGER "keep_place_insert" AFTER INSERT ON "Group" BEGIN
    INSERT INTO "Place" ("uid") VALUES (NEW."uid");
  END`,
  ],
  [
    'keep_place_delete',
    `CREATE TRIGGER "keep_place_delete" AFTER DELETE ON "Group" BEGIN
    DELETE FROM "Ranking" WHERE "place" = (SELECT "id" FROM "Place" WHERE "uid" = OLD."uid");
    DELETE FROM "Tally" WHERE "place" = (SELECT "id" FROM "Place" WHERE "uid" = OLD."uid");
    DELETE FROM "Place" WHERE "uid" = OLD."uid";
  END`,
  ],
]);

function keeperOf(resource: ResourceDefinition, sortedAtOnce: number): Keeper {
  const { type } = resource;
  const id = typeId(type);
  const first = id * LISTS_PER_TYPE;
  const columns = ['parent', ...listsOf(resource).map(([column]) => column)];
  const names = columns.map((column) => `"${column}"`).join();
  return {
    triggers: triggersOf(resource, sortedAtOnce),
    refill: [
      `DELETE FROM "Tally" WHERE "type" = ${id}`,
      `DELETE FROM "Ranking" WHERE "list" BETWEEN ${first} AND ${first + LISTS_PER_TYPE - 1}`,
      // Each row is read once for each order and each group above it. In the order of their uids, and
      // without what no order needs, rows lie together.
      `CREATE TEMP TABLE "Ranked" ("uid" TEXT PRIMARY KEY, ${names}) WITHOUT ROWID`,
      `INSERT INTO temp."Ranked" SELECT "uid", ${names} FROM "${type}" ORDER BY "uid"`,
      `INSERT INTO "Tally" ("place", "type", "here", "below", "ranked")
       SELECT p."id", ${id}, sum(p."uid" IS t."parent"), count(*), count(*) > ${sortedAtOnce}
       FROM "Place" AS p CROSS JOIN temp."Ranked" AS t
       ON t."uid" > p."uid" || '/' AND t."uid" < p."uid" || '0' GROUP BY p."id"`,
      ...rankAll(
        resource,
        'temp."Ranked"',
        `p."id" IN (SELECT "place" FROM "Tally" WHERE "type" = ${id} AND "ranked") ORDER BY 1, 2, 3, 4`,
      ),
      'DROP TABLE temp."Ranked"',
    ],
  };
}

const PLACES: Keeper = {
  triggers: PLACE_TRIGGERS,
  refill: [
    `DELETE FROM "Place" WHERE "uid" NOT IN (SELECT "uid" FROM "Group")`,
    `INSERT OR IGNORE INTO "Place" ("uid") SELECT "uid" FROM "Group"`,
  ],
};

/** @param sortedAtOnce groups with more rows than that below them have rankings. */
export function keepHierarchy(
  database: Database,
  sortedAtOnce = SORTED_AT_ONCE,
  sizes: BlockSizes = BLOCK_SIZES,
): void {
  const keepers = RESOURCES.map((resource) => keeperOf(resource, sortedAtOnce));
  install(database, [PLACES, ...keepers, keeperOfBlocks(sizes), keeperOfAdvisoryTallies()]);
}

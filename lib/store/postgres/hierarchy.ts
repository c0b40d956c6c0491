/**
 * Makes any subtree as quick to list as a table. For each group it keeps the number of rows in and
 * below it, and for large groups their rows in each order. Triggers maintain both in the
 * transaction of every write, from the same definitions as those of SQLite: once for all rows that
 * a statement inserts or deletes, and for each row that it updates.
 */
import type { Client } from 'pg';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { BLOCK_SIZES } from '#lib/store/sql/blocks.ts';
import type { BlockSizes } from '#lib/store/sql/blocks.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { LISTS_PER_TYPE, listsOf, typeId, uidList } from '#lib/store/tables/orders.ts';
import { keeperOfAdvisoryTallies } from './advisory-tallies.ts';
import { keeperOfBlocks } from './block-triggers.ts';
import { dialect, keyOf, tailOf } from './dialect.ts';
import { places, ROOT_LENGTH } from './places.ts';
import { install } from './triggers.ts';
import type { Keeper } from './triggers.ts';

/** Up to this many rows, sorting is faster than keeping an order. */
const SORTED_AT_ONCE = 64;

/** The key of all rows in the order by uid. */
const UID_KEY = dialect.noBytes;

const tail = (uid: string) => tailOf('p."uid"', uid);

function keyIn(resource: ResourceDefinition, row: string, column: string): string {
  const kind = COLUMNS[resource.type][column];
  if (kind === undefined) throw new Error(`${resource.type} has no column ${column}`);
  return keyOf(`${row}."${column}"`, kind);
}

/** The entries of each order as `v`, of one row or of a row before and after. */
function keys(resource: ResourceDefinition, ...rows: readonly string[]): string {
  const values = listsOf(resource).map(([column, list]) => {
    const ofRows = rows.map((row) => keyIn(resource, row, column));
    return `(${[list, ...ofRows].join()})`;
  });
  const names = ['"list"', '"key"', '"newKey"'].slice(0, rows.length + 1);
  return `(VALUES ${values.join()}) AS v(${names.join()})`;
}

/** The rankings of some places, with a query for each order. */
export function rankedAnew(resource: ResourceDefinition, which: string): string[] {
  const { type } = resource;
  const from = type === 'Group' ? '>= p."uid"' : `> p."uid" || '/'`;
  const rank = (list: number, key: string, places: string) =>
    `SELECT p."id" AS "place", ${list} AS "list", ${key} AS "key", ${tail('t."uid"')} AS "tail"
      FROM "Place" AS p JOIN "${type}" AS t
      ON t."uid" ${from} AND t."uid" < p."uid" || '0' WHERE ${places}`;
  return [
    ...listsOf(resource).map(([column, list]) => rank(list, keyIn(resource, 't', column), which)),
    rank(uidList(type), UID_KEY, `length(p."uid") = ${ROOT_LENGTH} AND ${which}`),
  ];
}

const rankAll = (resource: ResourceDefinition, which: string) =>
  rankedAnew(resource, which).map((query) => `INSERT INTO "Ranking" ${query}`);

/** The counts of rows in each group above them and below it. */
export function countedAnew(table: string): string {
  return `SELECT p."id" AS "place", count(*) FILTER (WHERE p."uid" = t."parent")::integer AS "here",
      count(*)::integer AS "below"
    FROM ${table} AS t
    CROSS JOIN LATERAL (SELECT p."id", p."uid" FROM ${places('t."uid"', false)}) AS p
    GROUP BY p."id"`;
}

function triggersOf(resource: ResourceDefinition, sortedAtOnce: number): Keeper['triggers'] {
  const { type } = resource;
  const id = typeId(type);
  const isGroup = type === 'Group';
  const ranked = (uid: string) => `${places(uid, isGroup)}
    JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${id} AND y."ranked"`;
  const inRoot = (rows: string) => `SELECT p."id" AS "place", ${uidList(type)} AS "list",
      ${UID_KEY} AS "key", ${tail('t."uid"')} AS "tail" FROM ${rows} AS t
    JOIN "Place" AS p ON p."uid" = left(t."uid", ${ROOT_LENGTH})
    JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${id} AND y."ranked"`;
  const columns = listsOf(resource).map(([column]) => `"${column}"`);
  const differs = columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`);
  return [
    {
      name: `keep_${type}_insert`,
      when: `AFTER INSERT ON "${type}" REFERENCING NEW TABLE AS added FOR EACH STATEMENT`,
      declare: 'counted integer[]; grown integer;',
      body: `${isGroup ? 'INSERT INTO "Place" ("uid") SELECT "uid" FROM added;' : ''}
  INSERT INTO "Ranking" SELECT p."id", v."list", v."key", ${tail('t."uid"')}
    FROM added AS t CROSS JOIN LATERAL (SELECT p."id", p."uid" FROM ${ranked('t."uid"')}) AS p
    CROSS JOIN LATERAL ${keys(resource, 't')};
  INSERT INTO "Ranking" ${inRoot('added')};
  INSERT INTO "Tally" AS y ("place", "type", "here", "below")
    SELECT n."place", ${id}, n."here", n."below" FROM (${countedAnew('added')}) AS n
    ON CONFLICT ("place", "type") DO UPDATE
    SET "here" = y."here" + excluded."here", "below" = y."below" + excluded."below";
  counted := ARRAY(SELECT DISTINCT p."id" FROM added AS t
    CROSS JOIN LATERAL (SELECT p."id" FROM ${places('t."uid"', false)}) AS p);
  FOR grown IN UPDATE "Tally" SET "ranked" = TRUE
    WHERE "type" = ${id} AND NOT "ranked" AND "below" > ${sortedAtOnce}
    AND "place" = ANY(counted)
    RETURNING "place"
  LOOP
    ${rankAll(resource, 'p."id" = grown').join(';\n    ')};
  END LOOP;`,
    },
    {
      name: `keep_${type}_delete`,
      when: `AFTER DELETE ON "${type}" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT`,
      declare: 'entry record;',
      body: `${forgetEntries(
        `SELECT p."id" AS "place", v."list", v."key", ${tail('t."uid"')} AS "tail"
    FROM removed AS t CROSS JOIN LATERAL (SELECT p."id", p."uid" FROM ${ranked('t."uid"')}) AS p
    CROSS JOIN LATERAL ${keys(resource, 't')}
    UNION ALL ${inRoot('removed')}`,
      )}
  UPDATE "Tally" AS y SET "here" = y."here" - d."here", "below" = y."below" - d."below"
    FROM (${countedAnew('removed')}) AS d
    WHERE y."place" = d."place" AND y."type" = ${id};${isGroup ? forgetPlaces() : ''}`,
    },
    {
      name: `keep_${type}_update`,
      when: `AFTER UPDATE OF ${columns.join()} ON "${type}" FOR EACH ROW
        WHEN (${differs.join(' OR ')})`,
      declare: 'entry record;',
      body: `${forgetEntries(
        `SELECT p."id" AS "place", v."list", v."key", ${tail('OLD."uid"')} AS "tail"
    FROM ${ranked('OLD."uid"')}
    CROSS JOIN ${keys(resource, 'OLD', 'NEW')} WHERE v."key" <> v."newKey"`,
      )}
  INSERT INTO "Ranking" SELECT p."id", v."list", v."newKey", ${tail('NEW."uid"')}
    FROM ${ranked('NEW."uid"')}
    CROSS JOIN ${keys(resource, 'OLD', 'NEW')} WHERE v."key" <> v."newKey";`,
    },
  ];
}

/** One by one, each by its whole key: a join may begin with all entries that are alike. */
function forgetEntries(entries: string): string {
  return `FOR entry IN ${entries}
  LOOP
    DELETE FROM "Ranking" WHERE "place" = entry."place" AND "list" = entry."list"
      AND "key" = entry."key" AND "tail" = entry."tail";
  END LOOP;`;
}

function forgetPlaces(): string {
  const gone = 'SELECT "id" FROM "Place" WHERE "uid" IN (SELECT "uid" FROM removed)';
  return `
  DELETE FROM "Ranking" WHERE "place" IN (${gone});
  DELETE FROM "Tally" WHERE "place" IN (${gone});
  DELETE FROM "Place" WHERE "uid" IN (SELECT "uid" FROM removed);`;
}

function keeperOf(resource: ResourceDefinition, sortedAtOnce: number): Keeper {
  const { type } = resource;
  const id = typeId(type);
  const first = id * LISTS_PER_TYPE;
  const isRanked = `SELECT "place" FROM "Tally" WHERE "type" = ${id} AND "ranked"`;
  return {
    triggers: triggersOf(resource, sortedAtOnce),
    refill: [
      ...(type === 'Group' ? PLACES : []),
      `DELETE FROM "Tally" WHERE "type" = ${id}`,
      `DELETE FROM "Ranking" WHERE "list" BETWEEN ${first} AND ${first + LISTS_PER_TYPE - 1}`,
      `INSERT INTO "Tally" ("place", "type", "here", "below", "ranked")
       SELECT n."place", ${id}, n."here", n."below", n."below" > ${sortedAtOnce}
       FROM (${countedAnew(`"${type}"`)}) AS n`,
      ...rankAll(resource, `p."id" IN (${isRanked})`),
    ],
  };
}

const PLACES = [
  `DELETE FROM "Place" WHERE "uid" NOT IN (SELECT "uid" FROM "Group")`,
  `INSERT INTO "Place" ("uid") SELECT "uid" FROM "Group" ON CONFLICT ("uid") DO NOTHING`,
];

/** @param sortedAtOnce groups with more rows than that below them have rankings. */
export async function keepHierarchy(
  client: Client,
  sortedAtOnce = SORTED_AT_ONCE,
  sizes: BlockSizes = BLOCK_SIZES,
): Promise<void> {
  // Groups first: the others are counted by their places.
  const groupsFirst = RESOURCES.toSorted(
    (a, b) => Number(b.type === 'Group') - Number(a.type === 'Group'),
  );
  const keepers = groupsFirst.map((resource) => keeperOf(resource, sortedAtOnce));
  await install(client, [...keepers, keeperOfBlocks(sizes), keeperOfAdvisoryTallies()]);
}

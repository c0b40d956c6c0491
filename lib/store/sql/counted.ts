/** Tallies counted from the rows, in words that both engines understand. */
import type { ResourceType } from '#lib/resources/define.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import type { Dialect } from './dialect.ts';
import { totalOf } from './tallies.ts';

/** The lengths that uids of groups have, root first. */
const LENGTHS = Array.from({ length: 34 }, (_, level) => `(${40 + 17 * level})`);

/** The groups that contain the children of a resource, as `g`. */
export const groupsAbove = (parent: string) => `(VALUES ${LENGTHS.join()}) AS cut
      JOIN "Group" AS g ON cut."column1" <= length(${parent})
      AND g."uid" = substr(${parent}, 1, cut."column1")`;

/** The tallies of some rows: those of the groups that contain them, and of all. */
export const counted = (table: string) => `SELECT c."group", sum(c."here") AS "here",
      sum(c."below") AS "below"
    FROM (SELECT '' AS "group", coalesce(sum(CASE WHEN t."parent" = '' THEN 1 ELSE 0 END), 0) AS "here",
        count(*) AS "below" FROM ${table} AS t
      UNION ALL
      SELECT g."uid", CASE WHEN g."uid" = t."parent" THEN t."rows" ELSE 0 END, t."rows"
      FROM (SELECT "parent", count(*) AS "rows" FROM ${table} AS t GROUP BY "parent") AS t
      CROSS JOIN ${groupsAbove('t."parent"')}) AS c
    GROUP BY c."group"`;

export function countAll(dialect: Dialect, type: ResourceType): string[] {
  const id = typeId(type);
  const { first, last } = totalOf(dialect, type);
  const kind = `CASE n."group" WHEN '' THEN ${first} ELSE ${id} END`;
  const counts = [
    `DELETE FROM "Tally" WHERE "type" = ${id} OR "type" BETWEEN ${first} AND ${last}`,
    `INSERT INTO "Tally" ("group", "type", "here", "below")
   SELECT n."group", ${kind}, n."here", n."below" FROM (${counted(`"${type}"`)}) AS n`,
  ];
  return dialect.isRemote ? [...counts, forOlder(id)] : counts;
}

/** An older program reads the total here. It must not take what one organization has for all that there is. */
const forOlder = (id: number) =>
  `INSERT INTO "Tally" ("group", "type", "here", "below") VALUES ('', ${id}, 0, 1000000000)`;

const keptOf = (dialect: Dialect, type: ResourceType) => {
  const { first, last } = totalOf(dialect, type);
  return `SELECT "group", "here", "below" FROM "Tally" WHERE "type" = ${typeId(type)} AND "group" <> ''
     UNION ALL SELECT '', sum("here"), sum("below") FROM "Tally"
     WHERE "group" = '' AND "type" BETWEEN ${first} AND ${last}`;
};

/** Describes the tallies of a table that are not what its rows say. */
export const wrongTallies = (dialect: Dialect, type: ResourceType) =>
  `SELECT 'group "' || coalesce(n."group", y."group") || '" has ' || coalesce(y."here", 0) || ' and '
     || coalesce(y."below", 0) || ' of ${type} instead of ' || coalesce(n."here", 0) || ' and '
     || coalesce(n."below", 0) AS "text"
   FROM (${counted(`"${type}"`)}) AS n
   FULL JOIN (${keptOf(dialect, type)}) AS y ON y."group" = n."group"
   WHERE coalesce(n."here", 0) <> coalesce(y."here", 0)
   OR coalesce(n."below", 0) <> coalesce(y."below", 0)`;

/**
 * Counts the rows in each group and below it. Triggers do it in the transaction of every write, from
 * the same definitions as those of SQLite: once for all rows that a statement inserts or deletes.
 *
 * @see docs/decisions/064-a-list-walks-or-sorts.md
 */
import type { Client } from 'pg';
import type { ResourceType } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { countAll, counted } from '#lib/store/sql/counted.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { install } from './triggers.ts';
import type { Keeper } from './triggers.ts';

function keeperOf(type: ResourceType): Keeper {
  const id = typeId(type);
  const forget = `\n  DELETE FROM "Tally" WHERE "group" IN (SELECT "uid" FROM removed);`;
  return {
    triggers: [
      {
        name: `count_${type}_insert`,
        when: `AFTER INSERT ON "${type}" REFERENCING NEW TABLE AS added FOR EACH STATEMENT`,
        body: `INSERT INTO "Tally" AS y ("group", "type", "here", "below")
    SELECT n."group", ${id}, n."here", n."below" FROM (${counted('added')}) AS n
    ON CONFLICT ("group", "type") DO UPDATE
    SET "here" = y."here" + excluded."here", "below" = y."below" + excluded."below";`,
      },
      {
        name: `count_${type}_delete`,
        when: `AFTER DELETE ON "${type}" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT`,
        body: `UPDATE "Tally" AS y SET "here" = y."here" - n."here", "below" = y."below" - n."below"
    FROM (${counted('removed')}) AS n
    WHERE y."group" = n."group" AND y."type" = ${id};${type === 'Group' ? forget : ''}`,
      },
    ],
    refill: countAll(type),
  };
}

export async function keepHierarchy(client: Client): Promise<void> {
  await install(
    client,
    RESOURCES.map(({ type }) => keeperOf(type)),
  );
}

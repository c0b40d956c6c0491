/**
 * Counts the rows in each group and below it. Triggers do it in the transaction of every write, from
 * the definitions of the resources.
 *
 * @see docs/decisions/064-a-list-walks-or-sorts.md
 */
import type { Database } from 'better-sqlite3';
import type { ResourceType } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { countAll, groupsAbove } from '#lib/store/sql/counted.ts';
import { EVERYTHING } from '#lib/store/sql/tallies.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { install } from './triggers.ts';
import type { Keeper } from './triggers.ts';

/** The groups whose tallies count a row. */
const counting = (parent: string) =>
  `(SELECT '${EVERYTHING}' AS "uid" UNION ALL SELECT g."uid" FROM ${groupsAbove(parent)}) AS g`;

function keeperOf(type: ResourceType): Keeper {
  const id = typeId(type);
  const bodies = {
    insert: `INSERT INTO "Tally" ("group", "type", "here", "below")
      SELECT g."uid", ${id}, g."uid" IS NEW."parent", 1 FROM ${counting('NEW."parent"')} WHERE 1
      ON CONFLICT ("group", "type") DO UPDATE
      SET "here" = "here" + excluded."here", "below" = "below" + 1;`,
    delete: `UPDATE "Tally" SET "below" = "below" - 1, "here" = "here" - ("group" IS OLD."parent")
      WHERE "type" = ${id} AND "group" IN (SELECT g."uid" FROM ${counting('OLD."parent"')});`,
  };
  const forget = `\n    DELETE FROM "Tally" WHERE "group" = OLD."uid";`;
  const trigger = (event: 'insert' | 'delete', body: string): [string, string] => {
    const name = `count_${type}_${event}`;
    const when = `AFTER ${event.toUpperCase()} ON "${type}"`;
    return [name, `CREATE TRIGGER "${name}" ${when} BEGIN\n    ${body}\n  END`];
  };
  return {
    triggers: new Map([
      trigger('insert', bodies.insert),
      trigger('delete', `${bodies.delete}${type === 'Group' ? forget : ''}`),
    ]),
    refill: countAll(type),
  };
}

export function keepHierarchy(database: Database): void {
  install(
    database,
    RESOURCES.map(({ type }) => keeperOf(type)),
  );
}

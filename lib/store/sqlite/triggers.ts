/** Triggers of SQLite, which run for each row. */
import type { Database } from 'better-sqlite3';
import { groupsAbove } from '#lib/store/sql/counted.ts';
import { deriveAll, type Triggers } from '#lib/store/sql/derived.ts';
import type { Trigger } from '#lib/store/sql/keeper.ts';
import { EVERYTHING } from '#lib/store/sql/tallies.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { Connection } from './connection.ts';
import { dialect } from './dialect.ts';

const counting = (parent: string) =>
  `(SELECT '${EVERYTHING}' AS "uid" UNION ALL SELECT g."uid" FROM ${groupsAbove(parent)}) AS g`;

const textOf = ({ name, when, body }: Trigger) =>
  `CREATE TRIGGER "${name}" ${when} BEGIN\n    ${body}\n  END`;

const triggers: Triggers = {
  forgetting: () => [],
  known: `SELECT "name", "sql" AS "mark" FROM sqlite_schema WHERE "type" = 'trigger'`,
  markOf: textOf,
  create: (trigger) => [textOf(trigger)],
  // Nobody writes beside another one.
  alone: '',
  drop: (name) => `DROP TRIGGER IF EXISTS "${name}"`,
  counting(type) {
    const id = typeId(type);
    const forget = `\n    DELETE FROM "Tally" WHERE "group" = OLD."uid";`;
    return [
      {
        name: `count_${type}_insert`,
        when: `AFTER INSERT ON "${type}"`,
        body: `INSERT INTO "Tally" ("group", "type", "here", "below")
      SELECT g."uid", ${id}, g."uid" IS NEW."parent", 1 FROM ${counting('NEW."parent"')} WHERE 1
      ON CONFLICT ("group", "type") DO UPDATE
      SET "here" = "here" + excluded."here", "below" = "below" + 1;`,
      },
      {
        name: `count_${type}_delete`,
        when: `AFTER DELETE ON "${type}"`,
        body: `UPDATE "Tally" SET "below" = "below" - 1, "here" = "here" - ("group" IS OLD."parent")
      WHERE "type" = ${id} AND "group" IN (SELECT g."uid" FROM ${counting('OLD."parent"')});${type === 'Group' ? forget : ''}`,
      },
    ];
  },
};

/** Writes the built-in roles, and installs what triggers derive. */
export function derive(database: Database): void {
  const connection = new Connection(database);
  database.transaction(() => connection.follow(deriveAll(dialect, triggers))).immediate();
}

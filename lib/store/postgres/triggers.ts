/** Triggers of PostgreSQL, which count once for all rows that a statement inserts or deletes. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { counted } from '#lib/store/sql/counted.ts';
import { deriveAll, type Triggers } from '#lib/store/sql/derived.ts';
import type { Trigger } from '#lib/store/sql/keeper.ts';
import { numbered } from '#lib/store/sql/dialect.ts';
import { follow, type Values } from '#lib/store/sql/plan.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { dialect } from './dialect.ts';

const functionOf = ({ name, body }: Trigger) =>
  // A plan that reads a whole table may be cheaper while that is empty, and would be kept.
  `CREATE OR REPLACE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql
   SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
   AS $body$
BEGIN
  ${body}
  RETURN NULL;
END $body$`;

const triggerOf = ({ name, when }: Trigger) =>
  `CREATE TRIGGER "${name}" ${when} EXECUTE FUNCTION "${name}"()`;

const markOf = (trigger: Trigger) =>
  createHash('sha256')
    .update(functionOf(trigger) + triggerOf(trigger))
    .digest('hex');

const triggers: Triggers = {
  known: `SELECT p.proname AS "name", obj_description(p.oid, 'pg_proc') AS "mark"
    FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
    JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`,
  markOf,
  create: (trigger) => [
    functionOf(trigger),
    triggerOf(trigger),
    `COMMENT ON FUNCTION "${trigger.name}"() IS '${markOf(trigger)}'`,
  ],
  drop: (name) => `DROP FUNCTION IF EXISTS "${name}"() CASCADE`,
  counting(type) {
    const id = typeId(type);
    const forget = `\n  DELETE FROM "Tally" WHERE "group" IN (SELECT "uid" FROM removed);`;
    return [
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
    ];
  },
  forgetting({ table, column, form }) {
    const order = `"${column}${form}"`;
    const changed = `NEW."${column}" <> OLD."${column}" AND NEW.${order} = OLD.${order}`;
    return [
      {
        name: `forget_${table}_${column}${form}`,
        when: `AFTER UPDATE OF "${column}" ON "${table}" FOR EACH ROW WHEN (${changed})`,
        body: `UPDATE "${table}" SET ${order} = '' WHERE "uid" = NEW."uid";`,
      },
    ];
  },
};

/** Writes the built-in roles, and installs what triggers derive. */
export async function derive(client: Client): Promise<void> {
  await follow(deriveAll(dialect, triggers), async ({ sql, params }) => {
    const { rows } = await client.query<Values>(numbered(dialect, sql), [...params]);
    return rows;
  });
}

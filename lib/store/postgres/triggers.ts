/** Triggers of PostgreSQL, which count once for all rows that a statement inserts or deletes. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { counted } from '#lib/store/sql/counted.ts';
import { deriveAll, type Triggers } from '#lib/store/sql/derived.ts';
import type { Trigger } from '#lib/store/sql/keeper.ts';
import { numbered } from '#lib/store/sql/dialect.ts';
import { follow, type Values } from '#lib/store/sql/plan.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { totalOf } from '#lib/store/sql/tallies.ts';
import { ROOT_UID_LENGTH } from '#lib/store/sql/where.ts';
import { dialect } from './dialect.ts';
import { OWN_PART, OWN_SHARE, REFUSE } from './locks.ts';

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

/** Refuses rows of other shares than that of the transaction. */
const within = (rows: string) => `IF ${OWN_SHARE} <> '' AND EXISTS (
    SELECT FROM (SELECT DISTINCT substr(t."parent", 1, ${ROOT_UID_LENGTH}) AS "uid" FROM ${rows} AS t) AS r
    LEFT JOIN "Group" AS g USING ("uid") WHERE coalesce(g."foundedBy", g."uid", '') <> ${OWN_SHARE}
  ) THEN ${REFUSE} END IF;`;

/** Adds to the tallies what there is more of, or less. A part of a total may be below 0. */
function adding(type: ResourceType, rows: string, sign: '' | '-'): string {
  const total = `${totalOf(dialect, type).last} - ${OWN_PART}`;
  return `${within(rows)}
  INSERT INTO "Tally" AS y ("group", "type", "here", "below")
    SELECT n."group", CASE n."group" WHEN '' THEN ${total} ELSE ${typeId(type)} END,
      ${sign}n."here", ${sign}n."below" FROM (${counted(rows)}) AS n
    ON CONFLICT ("group", "type") DO UPDATE
    SET "here" = y."here" + excluded."here", "below" = y."below" + excluded."below";`;
}

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
  alone: `IF ${OWN_SHARE} <> '' THEN ${REFUSE} END IF;\n  `,
  counting(type) {
    const forget = `\n  DELETE FROM "Tally" WHERE "group" IN (SELECT "uid" FROM removed);`;
    return [
      {
        name: `count_${type}_insert`,
        when: `AFTER INSERT ON "${type}" REFERENCING NEW TABLE AS added FOR EACH STATEMENT`,
        body: adding(type, 'added', ''),
      },
      {
        name: `count_${type}_delete`,
        when: `AFTER DELETE ON "${type}" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT`,
        body: adding(type, 'removed', '-') + (type === 'Group' ? forget : ''),
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

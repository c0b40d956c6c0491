/** Derived tables, maintained by triggers. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';

interface Trigger {
  name: string;
  /** `AFTER …`, up to the function. */
  when: string;
  body: string;
}

/** Triggers that maintain derived data, and how to build that data from scratch. */
export interface Keeper {
  triggers: readonly Trigger[];
  refill: readonly string[];
}

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

/** The functions say by their comments what they were made from. */
const KNOWN = `SELECT p.proname AS "name", obj_description(p.oid, 'pg_proc') AS "hash"
  FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
  JOIN pg_class AS c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Installs the triggers of this version. Builds the data of missing or other triggers from scratch.
 */
export async function install(client: Client, keepers: readonly Keeper[]): Promise<void> {
  const { rows } = await client.query<{ name: string; hash: string | null }>(KNOWN);
  const known = new Map(rows.map(({ name, hash }) => [name, hash]));
  const hashesOf = ({ triggers }: Keeper) =>
    triggers.map((trigger) => hashOf(functionOf(trigger) + triggerOf(trigger)));
  const isKept = (keeper: Keeper) => {
    const hashes = hashesOf(keeper);
    return keeper.triggers.every(({ name }, index) => known.get(name) === hashes[index]);
  };
  if (keepers.every(isKept)) return;
  const stale = keepers.filter((keeper) => !isKept(keeper));
  for (const { name } of stale.flatMap(({ triggers }) => triggers)) {
    await client.query(`DROP FUNCTION IF EXISTS "${name}"() CASCADE`);
  }
  for (const keeper of stale) {
    const hashes = hashesOf(keeper);
    for (const sql of keeper.refill) await client.query(sql);
    for (const [index, trigger] of keeper.triggers.entries()) {
      await client.query(functionOf(trigger));
      await client.query(triggerOf(trigger));
      await client.query(`COMMENT ON FUNCTION "${trigger.name}"() IS '${hashes[index]}'`);
    }
  }
}

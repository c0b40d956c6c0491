/**
 * The token buckets of rate limits that all processes share, without the lock of writers: each
 * statement is a transaction of its own, and a crash of the server empties the table.
 *
 * @see docs/decisions/053-rates-in-the-cluster.md
 */
import type { Spending } from '#lib/store/engine.ts';
import { explaining } from '#lib/store/prisma/errors.ts';
import type { Values } from '#lib/store/sql/plan.ts';
import { handles } from './database.ts';

/** By the clock of the database, which is the same for all. */
const NOW = '(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

/** Rows are locked in the order of their keys, so that two processes never wait for each other. */
const SPEND = `INSERT INTO "RequestBucket" AS "known" ("key", "fullTime", "windowMs")
  SELECT "key", ${NOW} + least("costMs", 2 * "windowMs"), "windowMs"
  FROM json_to_recordset($1::json) AS "spent"("key" text, "costMs" bigint, "windowMs" int)
  ORDER BY "key"
  ON CONFLICT ("key") DO UPDATE SET
    "fullTime" = least(
      greatest("known"."fullTime", ${NOW}) + excluded."fullTime" - ${NOW},
      ${NOW} + 2 * excluded."windowMs"),
    "windowMs" = excluded."windowMs"
  RETURNING "key", "fullTime" - ${NOW} AS "busyMs"`;

/** Full ones are as good as none. Whoever uses one keeps it. */
const FORGET = `DELETE FROM "RequestBucket" WHERE "key" IN (
  SELECT "key" FROM "RequestBucket" WHERE "fullTime" < ${NOW} FOR UPDATE SKIP LOCKED)`;

/** Not tried again, as it may have been done. */
export async function spendTogether(spent: readonly Spending[]): Promise<Map<string, number>> {
  const { client, explained } = await handles().store;
  return explaining(explained, async () => {
    const rows = await client.$queryRawUnsafe(SPEND, JSON.stringify(spent));
    await client.$executeRawUnsafe(FORGET);
    return new Map((rows as Values[]).map(({ key, busyMs }) => [String(key), Number(busyMs)]));
  });
}

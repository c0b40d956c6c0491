/**
 * The time from a start of the server to its next crash or failover has a name. It stands in a table
 * without a log, which PostgreSQL empties when something that was committed may be lost.
 *
 * @see docs/decisions/054-writers-share-the-log.md
 */
import { randomUUID } from 'node:crypto';
import type { Session } from './session.ts';

export const NAME = 'SELECT "name" FROM "Incarnation"';

/**
 * More than the changes of access that can be lost at once. Processes keep what they know by the
 * access revision, so none of those that were lost may come again with another meaning.
 */
const SKIPPED_REVISIONS = 100_000;

/** For whoever has the lock of writers and finds no name. @returns the new one. */
export async function beginIncarnation(session: Session): Promise<string> {
  const name = randomUUID();
  await session.run({
    sql: `INSERT INTO "Incarnation" ("id", "name") VALUES (1, ?)`,
    params: [name],
  });
  await session.run({
    sql: `UPDATE "AccessRevision" SET "value" = "value" + CAST(? AS INTEGER)`,
    params: [SKIPPED_REVISIONS],
  });
  return name;
}

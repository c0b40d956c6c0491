/** Rows for tests of long reads. */
import type { Database } from 'better-sqlite3';
import { newRootUid } from '#lib/aip/uid.ts';
import { all, any, below, contains, type Predicate } from '#lib/store/predicates.ts';

const TIME = Date.parse('2026-01-01T00:00:00Z');

/** Every position of such a text looks like the beginning of the searched text. */
export const LONG_TEXT = 'a'.repeat(4_096);
export const NEARLY_IN_IT = `${'a'.repeat(2_047)}b`;

/** Inserts a root group with identities in it. @returns the uid of the group. */
export function insertIdentities(
  database: Database,
  { count, email }: { count: number; email: string },
): string {
  const group = newRootUid();
  database
    .prepare(
      `INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits", "createTime", "updateTime")
       VALUES (?, '', ?, '[]', ?, ?)`,
    )
    .run(group, `group ${group}`, TIME, TIME);
  addIdentities(database, group, { count, email });
  return group;
}

/** Inserts identities into a group that has none. */
export function addIdentities(
  database: Database,
  group: string,
  { count, email }: { count: number; email: string },
): void {
  database
    .prepare(
      `WITH RECURSIVE "n"("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < @count)
       INSERT INTO "Identity" ("uid", "parent", "name", "claims", "claimPatterns", "email",
         "lastSeenTime", "createTime", "updateTime")
       SELECT printf('%s/%016x', @group, "i"), @group, 'identity ' || "i", '{}', '{}', @email,
         @time, @time, @time FROM "n"`,
    )
    .run({ count, group, email, time: TIME });
}

const TIMES_OVER = 40;

/** A search that takes seconds among two thousand identities with the long text. */
export function slowSearch(group: string): Predicate {
  const parts = Array.from({ length: TIMES_OVER }, () => contains('email', NEARLY_IN_IT));
  return all(below(group), any(...parts));
}

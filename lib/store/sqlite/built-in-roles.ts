import type { Database } from 'better-sqlite3';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';

/**
 * Updates the built-in roles of the database to this version. Runs at every start, in one
 * transaction, and writes only differences.
 */
export function seedBuiltInRoles(database: Database): void {
  const known = database.prepare(
    'SELECT "description", "capabilities" FROM "Role" WHERE "uid" = ?',
  );
  const write = database.prepare(
    `INSERT INTO "Role" ("uid", "parent", "name", "description", "capabilities", "createTime", "updateTime", "revision")
     VALUES (@uid, NULL, @name, @description, @capabilities, @now, @now, 1)
     ON CONFLICT ("uid") DO UPDATE SET "description" = @description, "capabilities" = @capabilities,
       "updateTime" = @now, "revision" = "revision" + 1`,
  );
  const now = Date.now();
  const seed = database.transaction(() => {
    for (const { uid, name, description, capabilities } of BUILT_IN_ROLES) {
      const text = JSON.stringify(capabilities);
      const row = known.get(uid) as { description: string; capabilities: string } | undefined;
      if (row?.description === description && row.capabilities === text) continue;
      write.run({ uid, name, description, capabilities: text, now });
    }
  });
  seed.immediate();
}

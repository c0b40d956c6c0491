/** Inserts groups into a test's database: ten thousand requests would test nothing more. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** @returns the uids, in the order of the names. */
export function insertGroups(dataDir: string, parent: string, names: readonly string[]): string[] {
  const database = new Database(join(dataDir, 'grove.db'), { timeout: 5_000 });
  const insert = database.prepare(
    `INSERT INTO "Group" (uid, parent, name, description, resourceLimits, verified, createTime, updateTime, revision)
     VALUES (@uid, @parent, @name, '', '{}', 0, @now, @now, 1)`,
  );
  const insertAll = database.transaction(() =>
    names.map((name) => {
      const segment = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
      const uid = `${parent}/${segment}`;
      insert.run({ uid, parent, name, now: Date.now() });
      return uid;
    }),
  );
  const uids = insertAll.immediate();
  database.close();
  return uids;
}

/** A person with an account and an identity but no role, as after a first sign-in. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

export const OUTSIDER_EMAIL = 'eve@acme.example';

/** Inserts the person into a test's database, with the password of its only account. */
export function insertOutsider(dataDir: string, issuer: string): void {
  const database = new Database(join(dataDir, 'grove.db'), { timeout: 5_000 });
  const owner = database.prepare('SELECT passwordHash, identityUid FROM Account').get() as {
    passwordHash: string;
    identityUid: string;
  };
  const parent = owner.identityUid.slice(0, owner.identityUid.lastIndexOf('/'));
  const row = { ...owner, uid: `${parent}/00000000000000ee`, parent, issuer, now: Date.now() };
  database
    .prepare(
      `INSERT INTO Identity (uid, parent, name, issuer, subject, claims, claimPatterns, email, emailUnverified, lastSeenTime, createTime, updateTime)
       VALUES (@uid, @parent, '${OUTSIDER_EMAIL}', @issuer, @uid, '{}', '{}', '${OUTSIDER_EMAIL}', 0, @now, @now, @now)`,
    )
    .run(row);
  database
    .prepare(
      `INSERT INTO Account (email, passwordHash, identityUid, createTime, updateTime)
       VALUES ('${OUTSIDER_EMAIL}', @passwordHash, @uid, @now, @now)`,
    )
    .run(row);
  database.close();
}

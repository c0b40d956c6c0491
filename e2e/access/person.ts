/** Inserts a person without a role into a test's database, as after a first sign-in. */
import type { RunningGrove } from '../fixtures.ts';
import { newSegment } from '../support/segment.ts';

/**
 * Gives the person the password of the installation's first account. @returns the uid of the
 * identity.
 */
export async function insertPerson(
  { database, url: issuer }: RunningGrove,
  parent: string,
  email: string,
): Promise<string> {
  const [first] = await database.rowsIn('Account').findMany({ take: 1 });
  const uid = `${parent}/${newSegment()}`;
  const now = new Date();
  const times = { createTime: now, updateTime: now };
  await database.rowsIn('Identity').create({
    uid,
    parent,
    name: email,
    issuer,
    subject: uid,
    claims: {},
    claimPatterns: {},
    email,
    emailUnverified: false,
    lastSeenTime: now,
    ...times,
  });
  await database.rowsIn('Account').create({
    email,
    passwordHash: first?.passwordHash ?? '',
    identityUid: uid,
    ...times,
  });
  return uid;
}

import type { Database as Sqlite } from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { startGrove } from '../harness.ts';
import type { TestGrove } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { newGroup, newPerson } from '../support/people.ts';

let grove: TestGrove;
let other: Sqlite;

beforeAll(async () => {
  grove = await startGrove();
  other = grove.connect();
});

afterAll(() => grove.stop());

let person: { uid: string; token: string };
let group: string;

beforeEach(async () => {
  person = await newPerson(grove);
  group = await newGroup(grove, grove.rootUid);
});

const get = () => grove.get(`/iam/v2beta1/groups/${group}`, { token: person.token });

function bind(roleUid: string): string {
  const uid = `${group}/${'b'.repeat(16)}`;
  other
    .prepare(
      `INSERT INTO "RoleBinding" ("uid", "parent", "identityUid", "roleUid", "createTime")
       VALUES (?, ?, ?, ?, 0)`,
    )
    .run(uid, group, person.uid, roleUid);
  return uid;
}

async function expectAllowed(): Promise<void> {
  // Twice, so that the second run may use what the first one left.
  ok(await get());
  ok(await get());
}

async function expectDenied(): Promise<void> {
  failure(await get(), 'PERMISSION_DENIED');
  failure(await get(), 'PERMISSION_DENIED');
}

describe('a change by another process takes effect with the next request', () => {
  it('a binding is created, changed and deleted', async () => {
    await expectDenied();
    const uid = bind(builtInRole('viewer').uid);
    await expectAllowed();
    const role = `${grove.rootUid}/${'c'.repeat(16)}`;
    other
      .prepare(
        `INSERT INTO "Role" ("uid", "parent", "name", "capabilities", "createTime", "updateTime")
         VALUES (?, ?, 'narrow', '["roles.list"]', 0, 0)`,
      )
      .run(role, grove.rootUid);
    other.prepare(`UPDATE "RoleBinding" SET "roleUid" = ? WHERE "uid" = ?`).run(role, uid);
    await expectDenied();
    const widen = other.prepare(`UPDATE "Role" SET "capabilities" = ? WHERE "uid" = ?`);
    widen.run('["groups.list"]', role);
    await expectAllowed();
    other.prepare(`DELETE FROM "RoleBinding" WHERE "uid" = ?`).run(uid);
    await expectDenied();
  });

  it('an identity is deleted, and its token becomes void', async () => {
    bind(builtInRole('viewer').uid);
    await expectAllowed();
    other.pragma('foreign_keys = ON');
    other.prepare(`DELETE FROM "Identity" WHERE "uid" = ?`).run(person.uid);
    failure(await get(), 'UNAUTHENTICATED');
    failure(await get(), 'UNAUTHENTICATED');
  });

  it('an identity changes to match a token', async () => {
    await expectDenied();
    const { uid } = await newPerson(grove);
    other
      .prepare(`UPDATE "Identity" SET "issuer" = ?, "subject" = ? WHERE "uid" = ?`)
      .run(grove.url, person.uid, uid);
    person = { ...person, uid };
    bind(builtInRole('viewer').uid);
    await expectAllowed();
  });

  it('but not a change without effect on access', async () => {
    const revision = other.prepare('SELECT "value" FROM "AccessRevision"').pluck();
    const before = revision.get();
    other.prepare(`UPDATE "Group" SET "description" = 'other' WHERE "uid" = ?`).run(group);
    other.prepare(`UPDATE "Identity" SET "lastSeenTime" = 1 WHERE "uid" = ?`).run(person.uid);
    expect(revision.get()).toBe(before);
  });
});

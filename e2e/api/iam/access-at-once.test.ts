// @module-tag v1
import { beforeEach, describe, expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { accessRevision } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson } from '../support/people.ts';

let person: { uid: string; token: string };
let group: string;

beforeEach(async () => {
  person = await newPerson(grove);
  group = await newGroup(grove, grove.rootUid);
});

const get = () => grove.get(`/iam/v2beta1/groups/${group}`, { token: person.token });

/** Writes like another process, without this process's store. */
async function bind(roleUid: string): Promise<string> {
  const uid = `${group}/${'b'.repeat(16)}`;
  const createTime = new Date(0);
  const columns = { uid, parent: group, identityUid: person.uid, roleUid, createTime };
  await rowsIn('RoleBinding').create(columns);
  return uid;
}

async function expectAllowed(): Promise<void> {
  // Twice, because the second run could use what the first run cached.
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
    const uid = await bind(builtInRole('viewer').uid);
    await expectAllowed();
    const role = `${grove.rootUid}/${'c'.repeat(16)}`;
    const [createTime, updateTime] = [new Date(0), new Date(0)];
    await rowsIn('Role').create({
      uid: role,
      parent: grove.rootUid,
      name: 'narrow',
      capabilities: ['roles.list'],
      createTime,
      updateTime,
    });
    await rowsIn('RoleBinding').update({ where: { uid }, data: { roleUid: role } });
    await expectDenied();
    const data: { capabilities: Capability[] } = { capabilities: ['groups.list'] };
    await rowsIn('Role').update({ where: { uid: role }, data });
    await expectAllowed();
    await rowsIn('RoleBinding').delete({ where: { uid } });
    await expectDenied();
  });

  it('an identity is deleted, and its token becomes void', async () => {
    await bind(builtInRole('viewer').uid);
    await expectAllowed();
    await rowsIn('Identity').delete({ where: { uid: person.uid } });
    failure(await get(), 'UNAUTHENTICATED');
    failure(await get(), 'UNAUTHENTICATED');
  });

  it('an identity changes to match a token', async () => {
    await expectDenied();
    const { uid } = await newPerson(grove);
    const data = { issuer: grove.url, subject: person.uid };
    await rowsIn('Identity').update({ where: { uid }, data });
    person = { ...person, uid };
    await bind(builtInRole('viewer').uid);
    await expectAllowed();
  });

  it('but not a change without effect on access', async () => {
    const before = await accessRevision();
    await rowsIn('Group').update({ where: { uid: group }, data: { description: 'other' } });
    const data = { lastSeenTime: new Date(1) };
    await rowsIn('Identity').update({ where: { uid: person.uid }, data });
    expect(await accessRevision()).toBe(before);
  });
});

/** The resource that names a group's registry. */
import { describe, expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { rowsIn } from '../support/database.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import {
  aboutResource,
  badFields,
  denied,
  failure,
  ok,
  okEmpty,
  preconditions,
  TIME,
} from '../support/answers.ts';
import { list, testOrders, testUnknownParameters, TIME_ORDERS } from '../support/lists.ts';
import { newGroup, personWith } from '../support/people.ts';
import { SOURCES } from '../support/registry-sources.ts';

const REGISTRY = { url: 'https://registry.example.com', username: 'robot', password: 'secret' };

const create = (group: string, body: unknown, token = grove.ownerToken) =>
  grove.post(`${SOURCES}/${group}`, body, { token });
const pathOf = ({ uid }: Json) => `${SOURCES}/${String(uid)}`;
const rowOf = ({ uid }: Json) => rowsIn('RegistrySource').findOnly({ where: { uid: String(uid) } });

async function newSource(body: Json = REGISTRY): Promise<Json> {
  return ok(await create(await newGroup(grove, grove.rootUid), body));
}

describe('create', () => {
  it('answers every field but the password, which is kept encrypted', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const source = ok(await create(group, { ...REGISTRY, url: `${REGISTRY.url}//` }));
    expect(source).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      url: REGISTRY.url,
      username: 'robot',
      caCertificate: '',
      state: 'IDLE',
      createTime: expect.stringMatching(TIME) as string,
      updateTime: source['createTime'],
    });
    expect(ok(await grove.get(pathOf(source)))).toEqual(source);
    const { password } = await rowOf(source);
    expect(password).not.toContain(REGISTRY.password);
    expect(decryptSecret(String(password), String(source['uid']))).toBe(REGISTRY.password);
    const log = await grove.get(`/iam/v2beta1/auditEvents?uidp.children_of=${group}`);
    expect(log.text).not.toContain(REGISTRY.password);
  });

  it('is possible once in a group', async () => {
    const source = await newSource();
    const group = String(source['uid']).slice(0, -17);
    aboutResource(await create(group, REGISTRY), 'ALREADY_EXISTS', 'RegistrySource', group);
    okEmpty(await grove.del(pathOf(source)));
    ok(await create(group, REGISTRY));
  });

  it.each<[string, Json, string[]]>([
    ['an address', {}, ['url']],
    ['an https address', { url: 'http://registry.example.com' }, ['url']],
    ['an address of the web', { url: 'ftp://registry.example.com' }, ['url']],
    ['an address without credentials', { url: 'https://a:b@registry.example.com' }, ['url']],
    ['an address without a query', { url: 'https://registry.example.com?a' }, ['url']],
    ['the address before /v2/', { url: 'https://registry.example.com/v2/' }, ['url']],
    ['a user name with the password', { url: REGISTRY.url, password: 'x' }, ['username']],
    ['a password with the user name', { url: REGISTRY.url, username: 'x' }, ['password']],
    ['a user name that can be sent', { ...REGISTRY, username: 'a:b' }, ['username']],
    ['a password that can be sent', { ...REGISTRY, password: 'a\nb' }, ['password']],
    ['a minute at least', { ...REGISTRY, interval: '59s' }, ['interval']],
    ['a duration', { ...REGISTRY, interval: 'daily' }, ['interval']],
    ['known fields', { ...REGISTRY, filter: 'x' }, ['filter']],
  ])('asks for %s', async (_, body, fields) => {
    expect(badFields(await create(grove.rootUid, body))).toEqual(fields);
  });

  it('accepts http on this machine, and ignores output-only fields', async () => {
    const body = { url: 'http://localhost:5000', state: 'RUNNING', lastSync: {}, uid: 'x' };
    expect(await newSource(body)).toMatchObject({ url: 'http://localhost:5000', state: 'IDLE' });
  });
});

describe('update', () => {
  it('sends no password to another registry than it was given for', async () => {
    const source = await newSource();
    const url = 'https://elsewhere.example.com';
    expect(badFields(await grove.patch(pathOf(source), { url }))).toEqual(['password']);
    ok(await grove.patch(pathOf(source), { url, password: 'another' }));
    const { password } = await rowOf(source);
    expect(decryptSecret(String(password), String(source['uid']))).toBe('another');
  });

  it('forgets the password with the user name, and keeps it otherwise', async () => {
    const source = await newSource();
    ok(await grove.patch(pathOf(source), { interval: '60s' }));
    expect((await rowOf(source)).password).not.toBeNull();
    expect(badFields(await grove.patch(`${pathOf(source)}?updateMask=password`, {}))).toEqual([
      'password',
    ]);
    expect(ok(await grove.patch(`${pathOf(source)}?updateMask=username`, {}))['username']).toBe('');
    expect((await rowOf(source)).password).toBeNull();
  });

  it('sets and clears the schedule', async () => {
    const source = await newSource({ url: REGISTRY.url, interval: '3600s' });
    expect(source).toMatchObject({ interval: '3600s', nextSyncTime: expect.any(String) as string });
    const cleared = ok(await grove.patch(`${pathOf(source)}?updateMask=interval`, {}));
    expect(cleared).not.toHaveProperty('interval');
    expect(cleared).not.toHaveProperty('nextSyncTime');
  });
});

describe('access', () => {
  it('reads with repo.list, and changes and syncs with repo.sync', async () => {
    const source = await newSource();
    const uid = String(source['uid']);
    const group = uid.slice(0, -17);
    const viewer = await personWith(grove, 'viewer', group);
    const editor = await personWith(grove, 'editor', group);
    const stranger = await personWith(
      grove,
      'advisories.viewer',
      await newGroup(grove, grove.rootUid),
    );
    const as = ({ token }: { token: string }) => ({ token });
    const path = `${SOURCES}?uidp.children_of=${group}`;
    for (const person of [viewer, editor]) {
      ok(await grove.get(pathOf(source), as(person)));
      expect(ok(await grove.get(path, as(person)))['totalCount']).toBe('1');
    }
    denied(await grove.get(pathOf(source), as(stranger)), 'repo.list', uid);
    expect(ok(await grove.get(path, as(stranger)))['totalCount']).toBe('0');
    const child = await newGroup(grove, group);
    denied(await create(child, REGISTRY, viewer.token), 'repo.sync', child);
    denied(await grove.patch(pathOf(source), { interval: '60s' }, as(viewer)), 'repo.sync', uid);
    denied(await grove.del(pathOf(source), as(viewer)), 'repo.sync', uid);
    for (const method of ['sync', 'rotateNotificationSecret']) {
      denied(await grove.post(`${SOURCES}:${method}`, { uid }, as(viewer)), 'repo.sync', uid);
    }
    await writeJoined();
    const refused = `/iam/v2beta1/auditEvents?uidp.children_of=${group}&type=grove.registry.registry_source.synced.v1`;
    expect(ok(await grove.get(refused))['auditEvents']).toMatchObject([
      { operation: 'sync', result: 'PERMISSION_DENIED', resource: uid },
    ]);
    ok(await grove.post(`${SOURCES}:rotateNotificationSecret`, { uid }, as(editor)));
    ok(await grove.patch(pathOf(source), { interval: '60s' }, as(editor)));
    okEmpty(await grove.del(pathOf(source), as(editor)));
  });

  it('is checked before a source is looked up', async () => {
    const missing = `${grove.rootUid}/${'0'.repeat(16)}`;
    const viewer = await personWith(grove, 'viewer', grove.rootUid);
    const { token } = viewer;
    denied(await grove.post(`${SOURCES}:sync`, { uid: missing }, { token }), 'repo.sync', missing);
    aboutResource(
      await grove.post(`${SOURCES}:sync`, { uid: missing }),
      'NOT_FOUND',
      'RegistrySource',
      missing,
    );
    expect(badFields(await grove.post(`${SOURCES}:sync`, { uid: 'x', more: 1 }))).toEqual(
      expect.arrayContaining(['uid', 'more']) as string[],
    );
    failure(
      await grove.post(`${SOURCES}:sync`, { uid: missing }, { token: null }),
      'UNAUTHENTICATED',
    );
  });
});

describe('list', () => {
  let parent: string;

  it.beforeAll(async () => {
    parent = await newGroup(grove, grove.rootUid);
    for (const name of ['e', 'c', 'd', 'b', 'a']) {
      const url = `https://${name}.example.com`;
      ok(await create(await newGroup(grove, parent), { url }));
    }
  });

  testOrders(SOURCES, TIME_ORDERS, () => ({ 'uidp.descendants_of': parent }));
  testUnknownParameters(SOURCES);

  it('filters by a part of the address', async () => {
    const { items } = await list(grove, SOURCES, {
      query: 'A.EXAMPLE',
      'uidp.descendants_of': parent,
    });
    expect(items.map(({ url }) => url)).toEqual(['https://a.example.com']);
  });
});

it('keeps its group from being deleted', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const source = ok(await create(group, REGISTRY));
  const path = `/iam/v2beta1/groups/${group}`;
  const answer = await grove.del(path);
  expect(preconditions(answer)).toEqual(['RESOURCE_NOT_EMPTY']);
  expect(answer.text).toContain('1 registry source');
  okEmpty(await grove.del(pathOf(source)));
  okEmpty(await grove.del(path));
});

import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
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
  TIME,
} from '../support/answers.ts';
import { byMember, list, testOrders, testUnknownParameters } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const INVITES = '/iam/v2beta1/groupInvites';

let group: string;

const create = (body: unknown, token = grove.ownerToken) =>
  grove.post(`${INVITES}/${group}`, body, { token });
const newInvite = async (change: Json = {}) =>
  ok(await create({ roleUid: roleUidOf('viewer'), ttl: '3600s', ...change }));
const pathOf = ({ uid }: Json) => `${INVITES}/${String(uid)}`;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'invites');
});

describe('create', () => {
  it('answers every field, and the code this once', async () => {
    const before = Date.now();
    const { code, ...invite } = await newInvite({ email: 'New@Example.com', singleUse: true });
    const viewer = ok(await grove.get(`/iam/v2beta1/roles/${roleUidOf('viewer')}`));
    expect(invite).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      role: { uid: viewer['uid'], name: 'viewer', description: viewer['description'] },
      email: 'new@example.com',
      singleUse: true,
      keyId: expect.stringMatching(/^.+$/) as string,
      expirationTime: expect.stringMatching(TIME) as string,
      createTime: expect.stringMatching(TIME) as string,
    });
    expect(String(code).length).toBeGreaterThan(40);
    const lifetime = Date.parse(String(invite['expirationTime'])) - before;
    expect(lifetime).toBeGreaterThanOrEqual(3_600_000);
    expect(lifetime).toBeLessThan(3_660_000);
    const read = await grove.get(pathOf(invite));
    expect(ok(read)).toEqual(invite);
    expect((await list(grove, INVITES, { key_id: String(invite['keyId']) })).items).toEqual([
      invite,
    ]);
  });

  it('stores the code as a hash only, and shows it nowhere else', async () => {
    const invite = await newInvite();
    const secret = String(invite['code']).split('.')[1] ?? '';
    const row = await rowsIn('GroupInvite').findOnly({
      where: { uid: String(invite['uid']) },
    });
    expect(secret.length).toBeGreaterThan(40);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row.codeHash).toBe(createHash('sha256').update(secret).digest('hex'));
    for (const path of [INVITES, pathOf(invite), '/iam/v2beta1/auditEvents?page_size=200']) {
      const { text } = await grove.get(path);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(row.codeHash);
    }
  });

  it('fills in defaults', async () => {
    const invite = await newInvite();
    expect(invite).toMatchObject({ singleUse: false });
    expect(invite).not.toHaveProperty('email');
    expect((await newInvite())['code']).not.toBe(invite['code']);
  });

  it.each(['60s', '2592000s', '604800s', '90.5s'])('takes the ttl %s', async (ttl) => {
    const { createTime, expirationTime } = await newInvite({ ttl });
    const lifetime = Date.parse(String(expirationTime)) - Date.parse(String(createTime));
    expect(Math.abs(lifetime - Number.parseFloat(ttl) * 1000)).toBeLessThan(1000);
  });

  it.each(['59s', '2592001s', '60', '1m', '-60s', '', ' 60s', '1e3s', '60S', 3600, null])(
    'refuses the ttl %j',
    async (ttl) => {
      expect(badFields(await create({ roleUid: roleUidOf('viewer'), ttl }))).toEqual(['ttl']);
    },
  );

  it.each<[Json, string[]]>([
    [{}, ['roleUid', 'ttl']],
    [{ roleUid: 'viewer', ttl: '60s' }, ['roleUid']],
    [{ roleUid: roleUidOf('viewer'), ttl: '60s', email: 'x' }, ['email']],
    [
      { roleUid: roleUidOf('viewer'), ttl: '60s', singleUse: 'yes', name: 'x' },
      ['name', 'singleUse'],
    ],
    [{ roleUid: 'f'.repeat(40), ttl: '60s' }, ['roleUid']],
  ])('refuses %j', async (body, fields) => {
    expect(badFields(await create(body))).toEqual(fields);
  });

  it('ignores output-only fields', async () => {
    const invite = await newInvite({
      code: 'mine',
      keyId: 'mine',
      role: {},
      expirationTime: 'never',
    });
    expect(invite['code']).not.toBe('mine');
    expect(invite['keyId']).not.toBe('mine');
  });

  it('needs role_bindings.create, and all that the role grants', async () => {
    const editor = await personWith(grove, 'editor', group);
    const body = { roleUid: roleUidOf('viewer'), ttl: '60s' };
    denied(await create(body, editor.token), 'role_bindings.create', group);
    await bind(grove, group, editor.uid, await newRole(grove, ['role_bindings.create']));
    ok(await create(body, editor.token));
    denied(
      await create({ ...body, roleUid: roleUidOf('auditor') }, editor.token),
      'request_rules.list,access_requests.list,audit.list',
      group,
    );
  });
});

describe('list', () => {
  it.beforeAll(async () => {
    for (const ttl of ['60s', '120s', '60s', '180s', '120s']) await newInvite({ ttl });
    const ties = {
      createTime: new Date(Date.now() - 1000),
      expirationTime: new Date(Date.now() + 1000),
    };
    const some = await rowsIn('GroupInvite').findMany({ take: 4 });
    await rowsIn('GroupInvite').update({
      where: { uid: { in: some.map(({ uid }) => uid) } },
      data: ties,
    });
  });

  const time = byMember('createTime');
  testOrders(INVITES, {
    uid: byMember('uid'),
    created_at: time,
    create_time: time,
    expires_at: byMember('expirationTime'),
  });
  testUnknownParameters(INVITES);

  it('filters by key and hierarchy', async () => {
    const { keyId } = await newInvite();
    expect((await list(grove, INVITES, { key_id: String(keyId) })).totalCount).toBe(1);
    expect((await list(grove, INVITES, { keyId: String(keyId) })).totalCount).toBe(1);
    expect((await list(grove, INVITES, { key_id: 'x' })).totalCount).toBe(0);
    const all = (await list(grove, INVITES)).totalCount;
    expect((await list(grove, INVITES, { 'uidp.children_of': group })).totalCount).toBe(all);
    expect((await list(grove, INVITES, { 'uidp.in_root': true })).totalCount).toBe(0);
    for (const field of ['name', 'updated_at']) {
      expect(badFields(await grove.get(`${INVITES}?order_by=${field}`))).toEqual(['order_by']);
    }
  });
});

describe('update and delete', () => {
  it('cannot be updated', async () => {
    const answer = await grove.patch(pathOf(await newInvite()), { singleUse: true });
    failure(answer, 'UNIMPLEMENTED');
    expect(answer.headers.get('allow')).toBe('GET, POST, DELETE');
  });

  it('is gone once deleted', async () => {
    const invite = await newInvite();
    const path = pathOf(invite);
    failure(await grove.del(path, { headers: { 'if-match': '"0"' } }), 'ABORTED');
    const { headers } = await grove.get(path);
    okEmpty(await grove.del(path, { headers: { 'if-match': headers.get('etag') ?? '' } }));
    for (const method of ['GET', 'DELETE']) {
      aboutResource(
        await grove.call(method, path),
        'NOT_FOUND',
        'GroupInvite',
        String(invite['uid']),
      );
    }
  });

  it('is denied to a stranger', async () => {
    const { token } = await newPerson(grove);
    const invite = await newInvite();
    const uid = String(invite['uid']);
    denied(await grove.get(pathOf(invite), { token }), 'group_invites.list', uid);
    denied(await grove.del(pathOf(invite), { token }), 'group_invites.delete', uid);
    denied(await create({}, token), 'group_invites.create', group);
    expect((await list(grove, INVITES, {}, token)).totalCount).toBe(0);
  });
});

// @module-tag v1
import { describe, expect } from 'vitest';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { rowsIn } from '../support/database.ts';
import { grove, it, newName } from '../fixtures.ts';
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
import { byName, list, testOrders, testUnknownParameters, TIME_ORDERS } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const PROVIDERS = '/iam/v2beta1/identityProviders';
const SECRET = 'a very secret secret';
const oidc = { issuer: 'https://idp.example.com/realm', clientId: 'grove' };

let group: string;

const create = (body: unknown, token = grove.ownerToken) =>
  grove.post(`${PROVIDERS}/${group}`, body, { token });
const pathOf = ({ uid }: Json) => `${PROVIDERS}/${String(uid)}`;
const secretOf = async ({ uid }: Json) =>
  (await rowsIn('IdentityProvider').findOnly({ where: { uid: String(uid) } })).clientSecret;

async function newProvider(change: Json = {}): Promise<Json> {
  const body = { name: newName('provider'), oidc: { ...oidc, clientSecret: SECRET } };
  return ok(await create({ ...body, ...change }));
}

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'providers');
});

describe('create', () => {
  it('answers every field but the secret', async () => {
    const body = {
      name: 'Work',
      description: 'd',
      defaultRole: roleUidOf('viewer'),
      oidc: { ...oidc, clientSecret: SECRET, additionalScopes: ['groups', 'offline_access'] },
    };
    const answer = await create(body);
    const provider = ok(answer);
    expect(provider).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      name: 'Work',
      description: 'd',
      defaultRole: roleUidOf('viewer'),
      oidc: { ...oidc, additionalScopes: ['groups', 'offline_access'] },
      roleRules: [],
      createTime: expect.stringMatching(TIME) as string,
      updateTime: provider['createTime'],
    });
    expect(ok(await grove.get(pathOf(provider)))).toEqual(provider);
    expect((await list(grove, PROVIDERS, { name: 'Work' })).items).toEqual([provider]);
  });

  it('leaves out unset fields', async () => {
    const provider = ok(await create({ name: 'public', oidc }));
    expect(provider).not.toHaveProperty('defaultRole');
    expect(provider['oidc']).toEqual({ ...oidc, additionalScopes: [] });
    expect(await secretOf(provider)).toBeNull();
  });

  it.each<[string, Json, string[]]>([
    ['a body', {}, ['name', 'oidc']],
    ['issuer and client', { name: 'x', oidc: {} }, ['oidc.clientId', 'oidc.issuer']],
    ['https', { name: 'x', oidc: { ...oidc, issuer: 'http://idp.example.com' } }, ['oidc.issuer']],
    ['no query', { name: 'x', oidc: { ...oidc, issuer: 'https://a.example?b' } }, ['oidc.issuer']],
    ['a secret or none', { name: 'x', oidc: { ...oidc, clientSecret: '' } }, ['oidc.clientSecret']],
    [
      'scopes',
      { name: 'x', oidc: { ...oidc, additionalScopes: ['a b'] } },
      ['oidc.additionalScopes.0'],
    ],
    ['known fields', { name: 'x', oidc: { ...oidc, secret: 'x' } }, ['oidc.secret']],
    ['a uid', { name: 'x', oidc, defaultRole: 'viewer' }, ['defaultRole']],
    ['an object', { name: 'x', oidc: 'x' }, ['oidc']],
  ])('asks for %s', async (_, body, fields) => {
    expect(badFields(await create(body))).toEqual(fields);
  });

  it('keeps the names of a group distinct', async () => {
    await newProvider({ name: 'same' });
    aboutResource(
      await create({ name: 'same', oidc }),
      'ALREADY_EXISTS',
      'IdentityProvider',
      'same',
    );
  });
});

describe('the secret', () => {
  it('is encrypted in the table, for this row only', async () => {
    const provider = await newProvider();
    const stored = (await secretOf(provider)) ?? '';
    expect(stored).not.toContain(SECRET);
    expect(Buffer.from(stored.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(
      SECRET,
    );
    expect(decryptSecret(stored, String(provider['uid']))).toBe(SECRET);
    const other = await newProvider();
    expect(await secretOf(other)).not.toBe(stored);
    expect(() => decryptSecret(stored, String(other['uid']))).toThrow(/authenticate/);
  });

  it('is kept if an update does not name it', async () => {
    const provider = await newProvider();
    const stored = await secretOf(provider);
    const path = pathOf(provider);
    ok(await grove.patch(path, { description: 'x' }));
    ok(await grove.patch(path, { oidc: { clientId: 'other' } }));
    ok(
      await grove.patch(`${path}?updateMask=oidc.issuer`, {
        oidc: { ...oidc, clientSecret: 'no' },
      }),
    );
    ok(await grove.patch(`${path}?updateMask=oidc`, { oidc }));
    ok(await grove.patch(`${path}?updateMask=*`, { name: 'starred', oidc }));
    ok(await grove.patch(path, ok(await grove.get(path))));
    expect(await secretOf(provider)).toBe(stored);
  });

  it('is never sent to an issuer that it was not given for', async () => {
    const provider = await newProvider();
    const path = pathOf(provider);
    const issuer = 'https://elsewhere.example.com';
    expect(badFields(await grove.patch(path, { oidc: { issuer } }))).toEqual(['oidc.clientSecret']);
    ok(await grove.patch(path, { oidc: { issuer, clientSecret: 'new' } }));
    ok(await grove.patch(`${path}?updateMask=oidc.clientSecret`, {}));
    ok(await grove.patch(path, { oidc: { issuer: oidc.issuer } }));
  });

  it('is replaced or removed if an update names it, and no response shows it', async () => {
    const provider = await newProvider();
    const path = pathOf(provider);
    const change = { oidc: { clientSecret: 'another secret' } };
    const answer = await grove.patch(path, change);
    expect(ok(answer)['oidc']).toEqual({ ...oidc, additionalScopes: [] });
    expect(answer.headers.get('etag')).not.toBe('"1"');
    expect(decryptSecret((await secretOf(provider)) ?? '', String(provider['uid']))).toBe(
      'another secret',
    );
    expect(ok(await grove.patch(`${path}?updateMask=oidc.client_secret`, {}))['oidc']).toEqual(
      provider['oidc'],
    );
    expect(await secretOf(provider)).toBeNull();
    const texts = [answer.text, (await grove.get('/iam/v2beta1/auditEvents?page_size=200')).text];
    for (const text of texts) expect(text).not.toMatch(/secret/i);
  });
});

describe('the default role', () => {
  it('is one that the caller could bind here', async () => {
    const sibling = await newGroup(grove, grove.rootUid);
    const elsewhere = await grove.post(`/iam/v2beta1/roles/${sibling}`, {
      name: 'r',
      capabilities: ['tag.list'],
    });
    for (const defaultRole of [`${group}/${'0'.repeat(16)}`, String(ok(elsewhere)['uid'])]) {
      expect(badFields(await create({ name: 'x', oidc, defaultRole }))).toEqual(['defaultRole']);
    }
  });

  it('grants no more than the caller holds, and needs role_bindings.create', async () => {
    const manager = await newRole(grove, [
      'identity_providers.create',
      'identity_providers.update',
      'tag.list',
    ]);
    const { uid, token } = await personWith(grove, manager, group);
    const name = 'escalation';
    const defaultRole = roleUidOf('owner');
    const provider = ok(await create({ name, oidc }, token));
    const path = pathOf(provider);
    const attempts = () => [
      create({ name: 'x', oidc, defaultRole }, token),
      grove.patch(path, { defaultRole }, { token }),
    ];
    for (const answer of await Promise.all(attempts()))
      denied(answer, 'role_bindings.create', group);
    await bind(grove, group, uid, await newRole(grove, ['role_bindings.create']));
    for (const answer of await Promise.all(attempts())) {
      expect(failure(answer, 'PERMISSION_DENIED').metadata['capability']).toContain(
        'groups.delete',
      );
    }
    expect(ok(await grove.get(path))).not.toHaveProperty('defaultRole');
  });

  it('also protects changes of the issuer, but not other changes', async () => {
    const provider = await newProvider({ defaultRole: roleUidOf('owner') });
    const manager = await newRole(grove, ['identity_providers.update', 'role_bindings.create']);
    const { token } = await personWith(grove, manager, group);
    const path = pathOf(provider);
    const issuer = 'https://evil.example.com';
    failure(await grove.patch(path, { oidc: { issuer } }, { token }), 'PERMISSION_DENIED');
    ok(await grove.patch(path, { description: 'harmless' }, { token }));
    expect(
      ok(await grove.patch(`${path}?updateMask=default_role`, {}, { token })),
    ).not.toHaveProperty('defaultRole');
  });
});

describe('list', () => {
  it.beforeAll(async () => {
    for (const name of ['c', 'A', 'b', 'ä']) await newProvider({ name });
    const time = new Date(Date.now() - 1000);
    await rowsIn('IdentityProvider').update({
      where: { name: { in: ['A', 'b', 'ä'] } },
      data: { createTime: time, updateTime: time },
    });
  });

  testOrders(PROVIDERS, { ...TIME_ORDERS, name: byName() });
  testUnknownParameters(PROVIDERS);

  it('filters by name and hierarchy', async () => {
    expect((await list(grove, PROVIDERS, { name: 'ä' })).totalCount).toBe(1);
    expect((await list(grove, PROVIDERS, { name: 'a' })).totalCount).toBe(0);
    const all = (await list(grove, PROVIDERS)).totalCount;
    expect((await list(grove, PROVIDERS, { 'uidp.children_of': group })).totalCount).toBe(all);
    expect((await list(grove, PROVIDERS, { 'uidp.in_root': true })).totalCount).toBe(0);
  });
});

describe('update and delete', () => {
  it('respects masks, ETags and rules', async () => {
    const provider = await newProvider({ description: 'd', defaultRole: roleUidOf('viewer') });
    const path = pathOf(provider);
    const before = await grove.get(path);
    const scopes = { oidc: { additionalScopes: ['x'], clientId: 'ignored' } };
    expect(
      ok(await grove.patch(`${path}?updateMask=oidc.additional_scopes`, scopes)),
    ).toMatchObject({
      description: 'd',
      defaultRole: roleUidOf('viewer'),
      oidc: { ...oidc, additionalScopes: ['x'] },
    });
    expect(badFields(await grove.patch(`${path}?updateMask=oidc.clientId`, {}))).toEqual([
      'oidc.clientId',
    ]);
    expect(badFields(await grove.patch(`${path}?updateMask=oidc.nothing`, {}))).toEqual([
      'updateMask',
    ]);
    expect(badFields(await grove.patch(path, { oidc: { issuer: 'x', a: 1 } }))).toEqual([
      'oidc.a',
      'oidc.issuer',
    ]);
    const headers = { 'if-match': before.headers.get('etag') ?? '' };
    failure(await grove.patch(path, { name: 'late' }, { headers }), 'ABORTED');
    okEmpty(await grove.del(path));
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      aboutResource(
        await grove.call(method, path),
        'NOT_FOUND',
        'IdentityProvider',
        String(provider['uid']),
      );
    }
  });

  it('is denied to a stranger', async () => {
    const { token } = await newPerson(grove);
    const provider = await newProvider();
    const uid = String(provider['uid']);
    denied(await grove.get(pathOf(provider), { token }), 'identity_providers.list', uid);
    denied(await grove.patch(pathOf(provider), {}, { token }), 'identity_providers.update', uid);
    denied(await grove.del(pathOf(provider), { token }), 'identity_providers.delete', uid);
    denied(await create({ name: 'x', oidc }, token), 'identity_providers.create', group);
    expect((await list(grove, PROVIDERS, {}, token)).items).toEqual([]);
  });
});

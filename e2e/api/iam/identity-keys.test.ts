import { decodeJwt } from 'jose';
import { describe, expect } from 'vitest';
import { rowsIn } from '../support/database.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, denied, failure, ok, okEmpty, TIME } from '../support/answers.ts';
import { byMember, byName, list, testOrders, testUnknownParameters } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole, personWith, roleUidOf } from '../support/people.ts';

const KEYS = '/iam/v2beta1/identityKeys';
const GROUPS = '/iam/v2beta1/groups';

let group: string;
let robot: string;

const create = (body: unknown, token = grove.ownerToken, parent = group) =>
  grove.post(`${KEYS}/${parent}`, body, { token });
const newKey = async (change: Json = {}, token = grove.ownerToken) =>
  ok(await create({ name: newName('key'), identityUid: robot, ttl: '3600s', ...change }, token));
const textOf = (key: Json) => String(key['key']);
const pathOf = ({ uid }: Json) => `${KEYS}/${String(uid)}`;
const me = (token: string) => grove.get('/auth/v1/me', { token });
const lacks = (answer: Answer) => failure(answer, 'PERMISSION_DENIED').metadata['capability'];
const makeGroup = (token: string, parent = group) =>
  grove.post(`${GROUPS}/${parent}`, { name: newName('made') }, { token });

async function exchange(subjectToken: string) {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: subjectToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  });
  return fetch(`${grove.url}/sts/exchange`, { method: 'POST', body: form });
}

async function exchanged(key: Json): Promise<string> {
  const answer = await exchange(textOf(key));
  expect(answer.status).toBe(200);
  return String(((await answer.json()) as Json)['access_token']);
}

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'keys');
  robot = (await newPerson(grove, group)).uid;
  await bind(grove, group, robot, 'owner');
});

describe('create', () => {
  it('answers every field, and the key this once', async () => {
    const before = Date.now();
    const { key, ...rest } = await newKey({ name: 'nightly', allowedNetworks: ['192.0.2.0/24'] });
    expect(rest).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      name: 'nightly',
      identity: expect.objectContaining({ uid: robot }) as Json,
      allowedNetworks: ['192.0.2.0/24'],
      keyId: String(key).slice(0, 14),
      expirationTime: expect.stringMatching(TIME) as string,
      createTime: expect.stringMatching(TIME) as string,
    });
    expect(key).toMatch(/^grove_[0-9A-Za-z]{49}$/);
    expect(Date.parse(String(rest['expirationTime'])) - before).toBeGreaterThanOrEqual(3_600_000);
    expect(ok(await grove.get(pathOf(rest)))).toEqual(rest);
    expect((await list(grove, KEYS, { key_id: String(rest['keyId']) })).items).toEqual([rest]);
  });

  it('stores the key as a hash only, and shows it nowhere else', async () => {
    const key = await newKey();
    const secret = textOf(key).slice(14);
    const row = await rowsIn('IdentityKey').findOnly({ where: { uid: String(key['uid']) } });
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const path of [KEYS, pathOf(key), '/iam/v2beta1/auditEvents?page_size=200']) {
      const { text } = await grove.get(path);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(row.keyHash);
    }
  });

  it('names each field that is wrong', async () => {
    expect(badFields(await create({}))).toEqual(['identityUid', 'name', 'ttl']);
    const wrong = { name: 'x', identityUid: robot };
    for (const ttl of ['59s', '31536001s', 'P1D', '']) {
      expect(badFields(await create({ ...wrong, ttl }))).toEqual(['ttl']);
    }
    const networks = ['10.0.0.0/8', '10.0.0.0/33', 'example.com', '::1', '1.2.3'];
    const answer = await create({ ...wrong, ttl: '60s', allowedNetworks: networks });
    expect(badFields(answer)).toEqual([
      'allowedNetworks.1',
      'allowedNetworks.2',
      'allowedNetworks.4',
    ]);
  });

  it('says nothing of groups that its maker does not see, and grants nothing there', async () => {
    const elsewhere = String(ok(await grove.post(GROUPS, { name: 'unseen' }))['uid']);
    const { uid } = await newPerson(grove, group);
    await bind(grove, elsewhere, uid, 'auditor');
    const { token } = await personWith(grove, 'owner', group);
    const make = await create({ name: 'x', identityUid: uid, ttl: '60s' }, token);
    const claimMatch = { issuer: 'https://login.example.com', subject: 'x' };
    const change = await grove.patch(`/iam/v2beta1/identities/${uid}`, { claimMatch }, { token });
    ok(change);
    for (const answer of [make, change]) expect(answer.text).not.toContain(elsewhere);
  });

  it('takes an identity of its own group only, and no name twice', async () => {
    const above = await newPerson(grove);
    for (const identityUid of [above.uid, grove.rootUid]) {
      expect(badFields(await create({ name: 'x', identityUid, ttl: '60s' }))).toEqual([
        'identityUid',
      ]);
    }
    const { name } = await newKey();
    failure(await create({ name, identityUid: robot, ttl: '60s' }), 'ALREADY_EXISTS');
    const role = badFields(
      await create({ name: 'x', identityUid: robot, ttl: '60s', roleUid: group }),
    );
    expect(role).toEqual(['roleUid']);
  });

  it('is for those who hold all that the key grants', async () => {
    const editor = await personWith(grove, 'editor', group);
    const body = { name: 'by the editor', identityUid: robot, ttl: '60s' };
    expect(lacks(await create(body, editor.token))).toContain('groups.create');
    const narrow = { ...body, roleUid: roleUidOf('registry.viewer') };
    ok(await create(narrow, editor.token));
    const viewer = await personWith(grove, 'viewer', group);
    denied(await create(narrow, viewer.token), 'identity_keys.create', group);
  });

  it('is not for a key, nor for a token that it was exchanged for', async () => {
    const key = await newKey();
    for (const token of [textOf(key), await exchanged(key)]) {
      const answer = await create({ name: 'second', identityUid: robot, ttl: '60s' }, token);
      expect(failure(answer, 'FAILED_PRECONDITION').message).toContain('a key cannot make keys');
    }
  });
});

describe('a key', () => {
  it('acts as its identity, as a bearer token and exchanged for one', async () => {
    const key = await newKey();
    const token = await exchanged(key);
    for (const credentials of [textOf(key), token]) {
      expect(ok(await me(credentials))).toMatchObject({ identities: [{ uid: robot }] });
      ok(await makeGroup(credentials));
    }
    expect(decodeJwt(token)).toMatchObject({ sub: robot, identity_key: key['uid'] });
  });

  it('grants no more than its role, and no more than its identity has', async () => {
    const reader = await newKey({ roleUid: roleUidOf('registry.viewer') });
    const auditor = await newRole(grove, ['audit.list', 'groups.create']);
    const weak = (await newPerson(grove, group)).uid;
    await bind(grove, group, weak, 'registry.viewer');
    const nothing = await newKey({ identityUid: weak, roleUid: auditor });
    for (const token of [textOf(reader), await exchanged(reader)]) {
      ok(await grove.get(`${GROUPS}/${group}`, { token }));
      denied(await makeGroup(token), 'groups.create', group);
      const bindings = await grove.get('/iam/v2beta1/roleBindings', { token });
      expect(ok(bindings)['roleBindings']).toEqual([]);
    }
    const groups = await grove.get(GROUPS, { token: textOf(nothing) });
    expect(ok(groups)['groups']).toEqual([]);
    denied(await makeGroup(textOf(nothing)), 'groups.create', group);
  });

  it('gains no roles that its identity gets later without a choice for the key', async () => {
    // An administrator of any organization can create an identity of a person before all others do.
    const { uid, token } = await newPerson(grove, group);
    const early = await newKey({ identityUid: uid });
    const keys = [textOf(early), await exchanged(early)];
    const accept = async (role: string, by: string, at: string) => {
      const invite = { roleUid: roleUidOf(role), ttl: '3600s' };
      const { code } = ok(await grove.post(`/iam/v2beta1/groupInvites/${at}`, invite));
      return ok(await grove.post('/auth/v1/invites:accept', { code }, { token: by }));
    };
    await accept('owner', token, group);
    // Only a caller with the capability at a root group may create another root group.
    const elsewhere = ok(await grove.post(GROUPS, { name: 'elsewhere' }));
    await bind(grove, String(elsewhere['uid']), uid, 'owner');
    const root = String(ok(await grove.post(GROUPS, { name: 'own' }, { token }))['uid']);
    for (const at of [group, root]) {
      ok(await makeGroup(token, at));
      for (const key of keys) {
        expect(lacks(await makeGroup(key, at))).toBe('groups.create');
      }
    }
    ok(await makeGroup(textOf(await newKey({ identityUid: uid }, token)), group));
    // The key has roles that somebody bound to its identity, and those of an invite that it accepted itself.
    const [byHand, taken] = [await newGroup(grove, group), await newGroup(grove, group)];
    await bind(grove, byHand, uid, 'owner');
    await accept('owner', keys[0] ?? '', taken);
    const made = ok(await grove.post(GROUPS, { name: 'of a key' }, { token: keys[1] }));
    for (const at of [byHand, taken, String(made['uid'])]) {
      for (const key of keys) ok(await makeGroup(key, at));
    }
  });

  it('works from its networks only', async () => {
    const away = await newKey({ allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'] });
    const near = await newKey({ allowedNetworks: ['127.0.0.0/8', '::1'] });
    expect(failure(await me(textOf(away)), 'UNAUTHENTICATED').message).toContain('network');
    expect(await (await exchange(textOf(away))).json()).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('network') as string,
    });
    ok(await me(textOf(near)));
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    ok(await grove.get('/auth/v1/me', { token: textOf(away), headers }));
    failure(await grove.get('/auth/v1/me', { token: textOf(near), headers }), 'UNAUTHENTICATED');
    const token = await exchanged(near);
    ok(await me(token));
    failure(await grove.get('/auth/v1/me', { token, headers }), 'UNAUTHENTICATED');
  });

  it('shows when and from which network it was last used', async () => {
    const key = await newKey();
    expect(ok(await grove.get(pathOf(key)))).not.toHaveProperty('lastUsedTime');
    ok(await me(textOf(key)));
    await expect
      .poll(async () => ok(await grove.get(pathOf(key))))
      .toMatchObject({
        lastUsedTime: expect.stringMatching(TIME) as string,
        lastUsedNetwork: expect.stringMatching(/^(127\.0\.0\.1|::\/64)$/) as string,
      });
  });

  it('ends when it expires, and with it the tokens that it was exchanged for', async () => {
    const key = await newKey({ ttl: '90s' });
    const answer = (await (await exchange(textOf(key))).json()) as Json;
    expect(answer['expires_in']).toBeLessThanOrEqual(90);
    const uid = String(key['uid']);
    await rowsIn('IdentityKey').update({
      where: { uid },
      data: { expirationTime: new Date(Date.now() - 1) },
    });
    // Results are cached until somebody's access changes.
    okEmpty(await grove.del(pathOf(await newKey())));
    for (const token of [textOf(key), String(answer['access_token'])]) {
      expect(failure(await me(token), 'UNAUTHENTICATED').message).toContain('has expired');
    }
    const expired = await list(grove, KEYS, { expires_until: new Date().toISOString() });
    expect(expired.items.map((item) => item['uid'])).toEqual([uid]);
  });

  it.each(['', 'x', 'grove_', `grove_${'0'.repeat(49)}`])('is not the text "%s"', async (text) => {
    failure(await me(`grove_${text}`), 'UNAUTHENTICATED');
  });
});

describe('delete', () => {
  it('ends the key and its tokens at once', async () => {
    const key = await newKey();
    const token = await exchanged(key);
    for (const credentials of [textOf(key), token]) ok(await me(credentials));
    okEmpty(await grove.del(pathOf(key)));
    for (const credentials of [textOf(key), token]) {
      expect(failure(await me(credentials), 'UNAUTHENTICATED').message).toContain(
        'does not exist, or was deleted',
      );
    }
    failure(await grove.get(pathOf(key)), 'NOT_FOUND');
  });

  it('of the identity ends its keys', async () => {
    const person = await newPerson(grove, group);
    const key = await newKey({ identityUid: person.uid });
    ok(await me(textOf(key)));
    okEmpty(await grove.del(`/iam/v2beta1/identities/${person.uid}`));
    failure(await me(textOf(key)), 'UNAUTHENTICATED');
    failure(await grove.get(pathOf(key)), 'NOT_FOUND');
  });

  it('of a role that narrows a key is refused', async () => {
    const role = await newRole(grove, ['groups.list']);
    await newKey({ roleUid: role });
    const answer = await grove.del(`/iam/v2beta1/roles/${role}`);
    expect(failure(answer, 'FAILED_PRECONDITION').message).toContain('used by 1 keys');
  });
});

describe('list', () => {
  it.beforeAll(async () => {
    for (let made = 0; made < 4; made += 1) await newKey();
  });
  testOrders(KEYS, {
    uid: byMember('uid'),
    name: byName(),
    created_at: byMember('createTime'),
    create_time: byMember('createTime'),
    expires_at: byMember('expirationTime'),
  });
  testUnknownParameters(KEYS);
});

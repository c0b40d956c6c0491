import { beforeEach, describe, expect } from 'vitest';
import { config } from '#lib/config.ts';
import { grove, withSettings } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson, personWith, roleUidOf } from '../support/people.ts';
import { insertRepo } from '../support/rows.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { transaction } from '#lib/store/store.ts';

const it = withSettings({
  GROVE_V1_MAX_ITEMS: '2000',
  GROVE_V1_DEPRECATION: '2026-01-01',
  GROVE_V1_SUNSET: '2027-06-30T12:00:00Z',
});

const ISSUER = 'https://ci.example.com';

let group: string;

beforeEach(async () => {
  group = await newGroup(grove, grove.rootUid);
});

const put = (path: string, body: unknown, headers?: Record<string, string>) =>
  grove.call('PUT', path, { body, headers });

const items = (answer: Answer) => ok(answer)['items'] as Json[];

/** @returns their uids. */
async function insertRepos(count: number, readme = ''): Promise<string[]> {
  const empty = { description: '', bundles: [], aliases: [], activeTags: [] };
  const times = { seenTime: null, createTime: new Date(), updateTime: new Date(), revision: 1 };
  const rows = Array.from({ length: count }, (_, index) => ({
    uid: newChildUid(group),
    parent: group,
    name: `r${index}`,
    catalogTier: 'BASE' as const,
    readme,
    ...empty,
    ...times,
  }));
  await transaction((tx) => tx.insertAll('Repo', rows));
  return rows.map(({ uid }) => uid);
}

/** Checks an error of v1, which has only these two members. */
function failed(answer: Answer, status: number, code: number): string {
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'message']);
  expect([answer.status, answer.body['code']]).toEqual([status, code]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  return String(answer.body['message']);
}

describe('the operations', () => {
  it('create, list by id, put and delete with the names of v1', async () => {
    const made = ok(await grove.post(`/iam/v1/groups/${group}`, { name: 'a', description: 'b' }));
    const { id, createdAt } = made;
    expect(made).toEqual({
      id: expect.stringContaining(`${group}/`) as string,
      name: 'a',
      description: 'b',
      resourceLimits: {},
      verified: false,
      createdAt: expect.any(String) as string,
      updatedAt: createdAt,
    });
    expect(items(await grove.get(`/iam/v1/groups?id=${String(id)}`))).toEqual([made]);
    const changed = ok(await put(`/iam/v1/groups/${String(id)}`, { ...made, name: 'c' }));
    expect(changed).toEqual({ ...made, name: 'c', updatedAt: changed['updatedAt'] });
    okEmpty(await grove.del(`/iam/v1/groups/${String(id)}`));
    expect(items(await grove.get(`/iam/v1/groups?id=${String(id)}`))).toEqual([]);
  });

  it('put resets what is left out, and leaves alone what no answer ever showed', async () => {
    const oidc = { issuer: 'https://idp.example.com', clientId: 'c', clientSecret: 's' };
    const provider = { name: 'p', description: 'd', oidc, defaultRole: roleUidOf('viewer') };
    const { id } = ok(await grove.post(`/iam/v1/identityProviders/${group}`, provider));
    const path = `/iam/v1/identityProviders/${String(id)}`;
    const secret = async () =>
      (await rowsIn('IdentityProvider').findOnly({ where: { uid: String(id) } })).clientSecret;
    const before = await secret();
    expect(before).toEqual(expect.any(String));
    const bare = { name: 'p', oidc: { issuer: oidc.issuer, clientId: 'c' } };
    const after = ok(await put(path, bare));
    expect(after).toMatchObject({ description: '', oidc: { additionalScopes: [] } });
    expect(after).not.toHaveProperty('defaultRole');
    expect(await secret()).toBe(before);
    ok(await put(path, { ...bare, oidc: { ...bare.oidc, clientSecret: 'other' } }));
    expect(await secret()).not.toBe(before);
    expect(failed(await put(path, { oidc }), 400, 3)).toContain('name: is required');
  });

  it('put leaves fields that are younger than v1 alone, unless they are there', async () => {
    const rule = { claim: 'groups', value: 'x', roleUid: roleUidOf('viewer'), groupUid: group };
    const provider = { name: 'people', oidc: { issuer: ISSUER, clientId: 'grove' } };
    const created = await grove.post(`/iam/v2beta1/identityProviders/${group}`, {
      ...provider,
      description: 'of the company',
      roleRules: [rule],
    });
    const uid = String(ok(created)['uid']);
    const stored = async () => ok(await grove.get(`/iam/v2beta1/identityProviders/${uid}`));
    ok(await put(`/iam/v1/identityProviders/${uid}`, { ...provider, name: 'staff' }));
    expect(await stored()).toMatchObject({ name: 'staff', description: '', roleRules: [rule] });
    const { roleUid: roleId, groupUid: groupId, ...rest } = rule;
    const changed = [{ ...rest, value: 'y', roleId, groupId }];
    ok(await put(`/iam/v1/identityProviders/${uid}`, { ...provider, roleRules: changed }));
    expect(await stored()).toMatchObject({ roleRules: [{ ...rule, value: 'y' }] });
    ok(await put(`/iam/v1/identityProviders/${uid}`, { ...provider, roleRules: [] }));
    expect(await stored()).toMatchObject({ roleRules: [] });
  });

  it('put gives a role that ends no longer time', async () => {
    const { uid } = await newPerson(grove, group);
    const binding = { identityUid: uid, roleUid: roleUidOf('viewer') };
    const timed = { ...binding, startTime: '2020-01-01T00:00:00.000Z', ttl: '600s' };
    const created = ok(await grove.post(`/iam/v2beta1/roleBindings/${group}`, timed));
    const { startTime, expirationTime } = created;
    const path = `/iam/v1/roleBindings/${String(created['uid'])}`;
    const body = { identityId: uid, roleId: roleUidOf('editor') };
    expect(ok(await put(path, body))).toMatchObject({ startTime, expirationTime });
    const longer = ok(await put(path, { ...body, ttl: '1200s' }));
    expect(longer['expirationTime']).not.toBe(expirationTime);
    expect(longer).toMatchObject({ startTime });
  });

  it('an item of a list can be put back as it is', async () => {
    const { uid } = await newPerson(grove, group);
    const body = { identityId: uid, roleId: roleUidOf('viewer') };
    const binding = ok(await grove.post(`/iam/v1/roleBindings/${group}`, body));
    expect(binding).toMatchObject({
      identity: { id: uid },
      group: { id: group },
      role: { id: body.roleId, name: 'viewer' },
    });
    for (const reference of [`identity_id=${uid}`, `identityId=${uid}`, `identity=${uid}`]) {
      expect(items(await grove.get(`/iam/v1/roleBindings?${reference}`))).toEqual([binding]);
    }
    const path = `/iam/v1/roleBindings/${String(binding['id'])}`;
    expect(ok(await put(path, binding))).toEqual(binding);
    const editor = ok(await put(path, { ...binding, roleId: roleUidOf('editor') }));
    expect(editor).toMatchObject({ role: { name: 'editor' } });
  });

  it('keys of maps are values, which no version renames', async () => {
    const claims = { uid: '1', id: '2', createTime: '3', roleUid: '4' };
    const claimMatch = { issuer: ISSUER, subject: group, claims };
    const made = ok(await grove.post(`/iam/v1/identities/${group}`, { name: 'i', claimMatch }));
    expect(made['claimMatch']).toEqual(claimMatch);
    const inV2 = ok(await grove.get(`/iam/v2beta1/identities/${String(made['id'])}`));
    expect(inV2['claimMatch']).toEqual(claimMatch);
  });

  it('accept If-Match, and are refused when v2 refuses', async () => {
    const made = await grove.post(`/iam/v1/groups/${group}`, { name: 'a' });
    const path = `/iam/v1/groups/${String(made.body['id'])}`;
    const ifMatch = { 'if-match': String(made.headers.get('etag')) };
    ok(await put(path, { name: 'b' }, ifMatch));
    expect(failed(await put(path, { name: 'c' }, ifMatch), 409, 10)).toMatch(/^Aborted: /);
  });
});

describe('a list', () => {
  it('has everything in one answer, up to the limit', async () => {
    const uids = await insertRepos(2_000);
    const path = `/registry/v1/repos?uidp.children_of=${group}`;
    const all = items(await grove.get(path));
    expect(all.map(({ id }) => id)).toEqual(uids.toSorted());
    uids.push(await insertRepo(group, 'one more'));
    // Enough children of one group that v2 walks them too, in both directions.
    const backwards = `?uidp.children_of=${group}&order_by=uid%20desc&skip=7&page_size=5`;
    const page = ok(await grove.get(`/registry/v2beta1/repos${backwards}`));
    const shown = (page['repos'] as Json[]).map(({ uid }) => uid);
    expect(shown).toEqual(uids.toSorted().toReversed().slice(7, 12));
    const message = failed(await grove.get(path), 400, 9);
    expect(message).toBe(
      'Precondition failed: the list has 2001 items, and v1 answers with at most 2000; ' +
        'narrow it with filters, or read the pages of /registry/v2beta1/repos',
    );
    expect(items(await grove.get(`${path}&name=r7`))).toHaveLength(1);
  });

  it('breaks off before its end if the caller loses access', async () => {
    await insertRepos(2_000, 'x'.repeat(10_000));
    const person = await personWith(grove, 'viewer', group);
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await fetch(`${grove.url}/registry/v1/repos`, { headers });
    expect(answer.status).toBe(200);
    okEmpty(await grove.del(`/iam/v2beta1/identities/${person.uid}`));
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('has no parameters of pages, and reports all violations by the names of v1', async () => {
    const query = 'page_size=5&pageToken=x&orderBy=name&skip=1&uid=1&identity_id=x';
    expect(failed(await grove.get(`/iam/v1/roleBindings?${query}`), 400, 3)).toBe(
      'Invalid argument: page_size: is not a parameter here; page_token: is not a parameter here; ' +
        'order_by: is not a parameter here; skip: is not a parameter here; ' +
        'uid: is not a parameter here; ' +
        'identity_id: must be 40 hexadecimal digits, then segments of / and 16',
    );
    const two = `id=${group}&id=${group}`;
    expect(failed(await grove.get(`/iam/v1/groups?${two}`), 400, 3)).toContain(
      'id: is given twice',
    );
    const both = `id=${group}&uidp.ids=${group}`;
    expect(failed(await grove.get(`/iam/v1/groups?${both}`), 400, 3)).toContain('together with');
    expect(failed(await grove.get('/iam/v1/groups?id=x'), 400, 3)).toContain(': id: must be 40');
  });
});

describe('an error', () => {
  it('names fields as v1 does, and knows no names of v2', async () => {
    const body = { identityUid: 'x', roleId: 'y', uid: 'z', createTime: 'now', id: 1 };
    const message = failed(await grove.post(`/iam/v1/roleBindings/${group}`, body), 400, 3);
    expect(message.split(': ').slice(1).join(': ').split('; ').sort()).toEqual([
      'createTime: is not a field',
      'identityId: is required',
      'identityUid: is not a field',
      'roleId: must be a uid',
      'uid: is not a field',
    ]);
    const twice = await grove.post(`/iam/v1/groups/${group}`, '{"id":"a","id":"b"}');
    expect(failed(twice, 400, 3)).toBe('Invalid argument: id: is given twice');
    expect(failed(await grove.post('/iam/v1/groups/x', { name: 'a' }), 400, 3)).toMatch(
      /^Invalid argument: parent_id: /,
    );
    expect(failed(await grove.del('/iam/v1/groups/x'), 400, 3)).toMatch(/^Invalid argument: id: /);
    const masked = await put(`/iam/v1/groups/${group}?updateMask=name`, { name: 'x' });
    expect(failed(masked, 400, 3)).toBe('Invalid argument: update_mask: is not a parameter here');
    const association = { name: 'a', amazon: { account: '123456789012' } };
    ok(await grove.post(`/iam/v1/accountAssociations/${group}`, association));
    const again = await grove.post(`/iam/v1/accountAssociations/${group}`, association);
    expect(failed(again, 409, 6)).toBe(
      'Already exists: parent_id: there already is an account association',
    );
  });

  it('says what is missing, absent, and not offered', async () => {
    const { token } = await newPerson(grove);
    const path = `/iam/v1/groups/${group}`;
    const denied = await grove.call('PUT', path, { body: { name: 'x' }, token });
    expect(failed(denied, 403, 7)).toBe(`Permission denied: missing groups.update on ${group}`);
    expect(failed(await grove.get('/iam/v1/auditEvents'), 404, 5)).toMatch(/^Not found: Path/);
    expect(failed(await grove.get('/iam/v1/groups:summarize'), 404, 5)).toMatch(/^Not found: Path/);
    const get = await grove.get(path);
    expect(failed(get, 405, 12)).toBe('Not implemented: GET is not offered here');
    expect(get.headers.get('allow')).toBe('POST, PUT, DELETE');
    const bare = await grove.get('/iam/v1/groups', { token: null });
    expect(failed(bare, 401, 16)).toMatch(/^Unauthenticated: /);
    expect(bare.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });
});

describe('the end of v1', () => {
  const successor = (path: string) => `<${path}>; rel="successor-version"`;

  it('is announced with each answer, and so is the operation of v2', async () => {
    const body = { name: 'a' };
    const answers: [Answer, string][] = [
      [await grove.get('/iam/v1/groups?name=a'), '/iam/v2beta1/groups'],
      [await grove.get(`/iam/v1/groups?id=${group}`), `/iam/v2beta1/groups/${group}`],
      [await grove.get('/iam/v1/groups?id=x'), '/iam/v2beta1/groups'],
      [await put(`/iam/v1/groups/${group}`, body), `/iam/v2beta1/groups/${group}`],
      [await grove.get('/registry/v1/repos', { token: null }), '/registry/v2beta1/repos'],
    ];
    for (const [{ headers }, path] of answers) {
      expect(headers.get('link')).toBe(successor(path));
      expect(headers.get('deprecation')).toBe('@1767225600');
      expect(headers.get('sunset')).toBe('Wed, 30 Jun 2027 12:00:00 GMT');
    }
    expect((await grove.get('/iam/v2beta1/groups')).headers.has('deprecation')).toBe(false);
  });

  it('applies if the operator sets it, and the error says so', async () => {
    const { v1 } = config();
    Object.assign(config(), { v1: { ...v1, isOffered: false } });
    const answer = await grove.get(`/iam/v1/groups/${group}`);
    Object.assign(config(), { v1 });
    expect(failed(answer, 405, 12)).toBe(
      `Not implemented: v1 is switched off here; use /iam/v2beta1/groups/${group}`,
    );
    expect(answer.headers.get('allow')).toBe('');
    ok(await grove.get('/iam/v1/groups'));
  });
});

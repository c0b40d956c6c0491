// @module-tag next-long
import { beforeEach, describe, expect } from 'vitest';
import { rowsIn } from '../support/database.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { aboutResource, badFields, denied, failure, ok, okEmpty } from '../support/answers.ts';
import { preconditions, violations } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { bind, newGroup, newPerson, newRole } from '../support/people.ts';

const GROUPS = '/iam/v2beta1/groups';
const DAY_AGO = new Date(Date.now() - 24 * 60 * 60 * 1000);

let uid: string;

const patch = (body: unknown, mask?: string, headers?: Record<string, string>) => {
  const query = mask === undefined ? '' : `?updateMask=${encodeURIComponent(mask)}`;
  return grove.patch(`${GROUPS}/${uid}${query}`, body, { headers });
};
const read = async (): Promise<Json> => ok(await grove.get(`${GROUPS}/${uid}`));

beforeEach(async () => {
  const body = { name: newName('group'), description: 'old' };
  uid = String(ok(await grove.post(`${GROUPS}/${grove.rootUid}`, body))['uid']);
  await rowsIn('Group').update({ where: { uid }, data: { updateTime: DAY_AGO } });
});

describe('without a mask', () => {
  it('changes exactly the keys of the body', async () => {
    const before = await read();
    const answer = await patch({ description: 'new' });
    const after = ok(answer);
    expect(after).toEqual({ ...before, description: 'new', updateTime: after['updateTime'] });
    expect(Date.parse(String(after['updateTime']))).toBeGreaterThan(DAY_AGO.getTime());
    expect(await read()).toEqual(after);
    expect(ok(await patch({ name: 'other name' }))).toMatchObject({
      name: 'other name',
      description: 'new',
    });
  });

  it('clears with an empty text', async () => {
    expect(ok(await patch({ description: '' }))['description']).toBe('');
  });

  it('keeps updateTime and ETag where nothing changes', async () => {
    const before = await grove.get(`${GROUPS}/${uid}`);
    for (const body of [{}, { description: 'old' }, before.body, undefined]) {
      const answer = await patch(body);
      expect(ok(answer)).toEqual(before.body);
      expect(answer.headers.get('etag')).toBe(before.headers.get('etag'));
    }
  });

  it('ignores output-only fields and names all others at once', async () => {
    expect(ok(await patch({ verified: true, uid: 'x', createTime: 3 }))).toEqual(await read());
    const body = { name: '', description: 3, colour: 1 };
    expect(badFields(await patch(body))).toEqual(['colour', 'description', 'name']);
    expect((await read())['description']).toBe('old');
  });

  it('refuses malformed JSON and repeated keys', async () => {
    expect(badFields(await patch('{'))).toEqual(['body']);
    expect(badFields(await patch('{"description":"a","description":"b"}'))).toEqual([
      'description',
    ]);
  });
});

describe('with a mask', () => {
  it('changes only what is listed', async () => {
    const { name } = await read();
    const body = { name: 'ignored', description: 'new' };
    expect(ok(await patch(body, 'description'))).toMatchObject({ name, description: 'new' });
    expect(ok(await patch({ name: 'x y', description: 'no' }, 'name'))).toMatchObject({
      name: 'x y',
      description: 'new',
    });
    const both = ok(await patch({ name: 'both', description: 'all' }, 'name, description'));
    expect(both).toMatchObject({ name: 'both', description: 'all' });
  });

  it('ignores the values of what is not listed, also wrong ones', async () => {
    expect(ok(await patch({ name: 7, description: 'new' }, 'description'))).toMatchObject({
      description: 'new',
    });
  });

  it('clears what it lists and the body lacks, unless that is required', async () => {
    expect(ok(await patch({}, 'description'))['description']).toBe('');
    expect(violations(await patch({ description: 'x' }, 'name'))).toEqual({ name: 'is required' });
    expect(badFields(await patch({ description: 'x' }, '*'))).toEqual(['name']);
  });

  it('may be * for all mutable fields', async () => {
    expect(ok(await patch({ name: 'star' }, '*'))).toMatchObject({ name: 'star', description: '' });
  });

  it('is taken under both of its names', async () => {
    const snake = await grove.patch(`${GROUPS}/${uid}?update_mask=description`, { name: 'no' });
    expect(ok(snake)['description']).toBe('');
    const twice = `${GROUPS}/${uid}?update_mask=name&updateMask=name`;
    expect(badFields(await grove.patch(twice, { name: 'x' }))).toEqual(['update_mask']);
  });

  it.each([
    'colour',
    'uid',
    'createTime',
    'create_time',
    'resource_limits',
    'verified',
    'name.first',
    'description,updateTime',
    '__proto__',
    'constructor',
    '.',
    'Name',
  ])('refuses %s', async (mask) => {
    expect(badFields(await patch({ description: 'x' }, mask))).toEqual(['updateMask']);
    expect((await read())['description']).toBe('old');
  });

  it('refuses other parameters', async () => {
    expect(badFields(await grove.patch(`${GROUPS}/${uid}?mask=name`, {}))).toEqual(['mask']);
  });
});

describe('conflicts', () => {
  it('keeps names of siblings distinct', async () => {
    await newGroup(grove, grove.rootUid, 'taken');
    aboutResource(await patch({ name: 'taken' }), 'ALREADY_EXISTS', 'Group', 'taken');
    ok(await patch({ name: 'taken too' }));
    ok(await patch({ name: 'taken too' }));
  });

  it('changes the ETag with each change, and refuses an outdated one', async () => {
    const first = (await grove.get(`${GROUPS}/${uid}`)).headers.get('etag') ?? '';
    const changed = await patch({ description: '1' }, undefined, { 'if-match': first });
    const second = changed.headers.get('etag') ?? '';
    expect(ok(changed)['description']).toBe('1');
    expect(second).not.toBe(first);
    failure(await patch({ description: '2' }, undefined, { 'if-match': first }), 'ABORTED');
    failure(await patch({}, undefined, { 'if-match': first }), 'ABORTED');
    expect((await read())['description']).toBe('1');
    failure(await grove.del(`${GROUPS}/${uid}`, { headers: { 'if-match': first } }), 'ABORTED');
    ok(await patch({ description: '3' }, undefined, { 'if-match': `"x", ${second}` }));
    ok(await patch({ description: '4' }, undefined, { 'if-match': '*' }));
    const { headers } = await grove.get(`${GROUPS}/${uid}`);
    const ifMatch = headers.get('etag') ?? '';
    okEmpty(await grove.del(`${GROUPS}/${uid}`, { headers: { 'if-match': ifMatch } }));
  });

  it('lets one of many that saw the same version through', async () => {
    const etag = (await grove.get(`${GROUPS}/${uid}`)).headers.get('etag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        patch({ description: `racer ${i}` }, undefined, { 'if-match': etag }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
  });
});

describe('missing and forbidden', () => {
  it('says what is not there, and denies alike', async () => {
    const absent = `${grove.rootUid}/${'0'.repeat(16)}`;
    aboutResource(await grove.patch(`${GROUPS}/${absent}`, {}), 'NOT_FOUND', 'Group', absent);
    aboutResource(await grove.del(`${GROUPS}/${absent}`), 'NOT_FOUND', 'Group', absent);
    const { token } = await newPerson(grove);
    for (const one of [uid, absent]) {
      const path = `${GROUPS}/${one}`;
      denied(await grove.patch(path, { name: 'x' }, { token }), 'groups.update', one);
      denied(await grove.patch(path, { name: 'NO' }, { token }), 'groups.update', one);
      denied(await grove.del(path, { token }), 'groups.delete', one);
      denied(await grove.post(path, { name: 'x' }, { token }), 'groups.create', one);
    }
  });
});

describe('delete', () => {
  it('answers 200 with no body at all, and the group is gone', async () => {
    okEmpty(await grove.del(`${GROUPS}/${uid}`));
    failure(await grove.get(`${GROUPS}/${uid}`), 'NOT_FOUND');
    failure(await grove.del(`${GROUPS}/${uid}`), 'NOT_FOUND');
    const query = { 'uidp.ids': uid };
    expect((await list(grove, GROUPS, query)).items).toEqual([]);
  });

  it('takes the role bindings of the group along', async () => {
    const person = await newPerson(grove);
    const binding = await bind(grove, uid, person.uid, 'viewer');
    okEmpty(await grove.del(`${GROUPS}/${uid}`));
    failure(await grove.get(`/iam/v2beta1/roleBindings/${String(binding['uid'])}`), 'NOT_FOUND');
  });

  it('has no parameters', async () => {
    expect(badFields(await grove.del(`${GROUPS}/${uid}?force=true`))).toEqual(['force']);
  });

  it('says each kind of what a group still holds, and how many', async () => {
    await newGroup(grove, uid, 'one');
    const kinds: [type: string, text: string][] = [['Group', 'contains 1 child group']];
    const add = async (type: string, text: string, make: () => Promise<unknown>) => {
      await make();
      kinds.push([type, text]);
    };
    const iam = async (path: string, body: Json) =>
      ok(await grove.post(`/iam/v2beta1/${path}/${uid}`, body));
    await add('Identity', '2 identities', async () => {
      await newPerson(grove, uid);
      await newPerson(grove, uid);
    });
    const viewer = await newRole(grove, ['groups.list']);
    const oidc = { issuer: 'https://idp.example.com', clientId: 'c' };
    const rows = { createTime: DAY_AGO, updateTime: DAY_AGO, parent: uid };
    await add('Role', '1 role', () => iam('roles', { name: 'r', capabilities: ['groups.list'] }));
    await add('IdentityProvider', '1 identity provider', () =>
      iam('identityProviders', { name: 'p', oidc }),
    );
    await add('AccountAssociation', '1 account association', () =>
      iam('accountAssociations', { name: 'a', amazon: { account: '123456789012' } }),
    );
    await add('GroupInvite', '1 invite', () =>
      iam('groupInvites', { roleUid: viewer, ttl: '60s' }),
    );
    await add('Repo', '1 repository', () =>
      rowsIn('Repo').create({
        ...rows,
        uid: `${uid}/${'a'.repeat(16)}`,
        name: 'repo',
        bundles: [],
        aliases: [],
        activeTags: [],
      }),
    );
    await add('Advisory', '1 advisory', () =>
      rowsIn('Advisory').create({
        ...rows,
        uid: `${uid}/${'b'.repeat(16)}`,
        advisoryId: 'CGA-2222-2222-2222',
        artifactName: 'a',
        artifactType: 'apk',
        status: 'FIXED',
        severities: [],
        aliases: [],
        events: [],
      }),
    );
    const answer = await grove.del(`${GROUPS}/${uid}`);
    expect(preconditions(answer)).toEqual(kinds.map(() => 'RESOURCE_NOT_EMPTY'));
    const [detail] = failure(answer, 'FAILED_PRECONDITION').details as [{ violations: Json[] }];
    for (const [at, [subject, text]] of kinds.entries()) {
      expect(detail.violations[at]).toMatchObject({ subject });
      expect(detail.violations[at]?.['description']).toContain(text);
    }
    expect(failure(answer, 'FAILED_PRECONDITION').metadata).toMatchObject({
      groups: '1',
      identities: '2',
      roles: '1',
      identityProviders: '1',
      accountAssociations: '1',
      groupInvites: '1',
      repos: '1',
      advisories: '1',
    });
    ok(await grove.get(`${GROUPS}/${uid}`));
  });
});

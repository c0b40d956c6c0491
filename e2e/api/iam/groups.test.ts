// @module-tag next
import { describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import {
  aboutResource,
  badFields,
  denied,
  failure,
  ok,
  okEmpty,
  preconditions,
  TIME,
  violations,
} from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { newPerson, newRole, bind, newGroup } from '../support/people.ts';

const GROUPS = '/iam/v2beta1/groups';
const ABSENT = '0123456789abcdef';

let root: string;

const create = (body: unknown, parent = root) => grove.post(`${GROUPS}/${parent}`, body);

it.beforeAll(() => {
  root = grove.rootUid;
});

describe('create', () => {
  it('answers the group with every field, and with its ETag', async () => {
    const answer = await create({ name: 'team 1_a.b-c', description: 'Größe 😀' });
    const group = ok(answer);
    expect(group).toEqual({
      uid: expect.stringMatching(`^${root}/[0-9a-f]{16}$`) as string,
      name: 'team 1_a.b-c',
      description: 'Größe 😀',
      resourceLimits: {},
      verified: false,
      createTime: expect.stringMatching(TIME) as string,
      updateTime: group['createTime'],
    });
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(ok(await grove.get(`${GROUPS}/${String(group['uid'])}`))).toEqual(group);
  });

  it('gives the description that a body leaves out as an empty text', async () => {
    expect(ok(await create({ name: 'bare' }))['description']).toBe('');
  });

  it.each([['{}'], [undefined], ['']])(
    'says of the body %j that the name is missing',
    async (body) => {
      expect(violations(await create(body))).toEqual({ name: 'is required' });
    },
  );

  it.each(['', 'A', 'ä', 'a/b', 'a\nb', 'tab\t', 'a\n', 'x'.repeat(129)])(
    'refuses the name %j',
    async (name) => {
      expect(badFields(await create({ name }))).toEqual(['name']);
    },
  );

  it('says in words what a name may have', async () => {
    const { message } = failure(await create({ name: 'Upper' }), 'INVALID_ARGUMENT');
    expect(message).toBe(
      'Invalid argument: name: may have small letters from a to z, digits, blanks, . _ -',
    );
  });

  it('takes the shortest and the longest name and description', async () => {
    ok(await create({ name: '-' }));
    ok(await create({ name: 'x'.repeat(128), description: '😀'.repeat(1024) }));
    expect(badFields(await create({ name: 'y', description: 'd'.repeat(1025) }))).toEqual([
      'description',
    ]);
  });

  it('names all failing fields at once', async () => {
    const body = { name: 'NO', description: 7, colour: 'red', size: 1 };
    expect(badFields(await create(body))).toEqual(['colour', 'description', 'name', 'size']);
  });

  it.each([
    [{ name: 7 }, { name: 'must be a string' }],
    [{ name: null }, { name: 'is required' }],
    [{ name: ['a'] }, { name: 'must be a string' }],
    [{ name: 'a', description: {} }, { description: 'must be a string' }],
    ['{"name":"a","name":"b"}', { name: 'is given twice' }],
    ['{"name":"a","n\\u0061me":"b"}', { name: 'is given twice' }],
    ['{"name":"a","__proto__":{}}', { ['__proto__']: 'is not a field' }],
    ['{"name":', { body: 'must be well-formed JSON' }],
    ['[]', { body: 'must be a JSON object' }],
    ['"name"', { body: 'must be a JSON object' }],
    ['null', { body: 'must be a JSON object' }],
    ['{"name":"a","description":"\\u0000"}', { description: 'must not contain NUL' }],
    ['{"name":"a","description":"\\ud800"}', { description: 'must be well-formed Unicode' }],
  ])('refuses the body %j', async (body, expected) => {
    expect(violations(await create(body))).toEqual(expected);
  });

  it('ignores the fields that only answers have', async () => {
    const outputs = {
      uid: 'x',
      verified: true,
      resourceLimits: { a: 1 },
      createTime: 1,
      updateTime: '',
    };
    expect(ok(await create({ name: 'outputs', ...outputs }))).toMatchObject({
      uid: expect.stringContaining(root) as string,
      verified: false,
      resourceLimits: {},
      createTime: expect.stringMatching(TIME) as string,
    });
  });

  it('takes JSON only, and at most 1 MiB of it', async () => {
    const headers = { 'content-type': 'text/plain' };
    const plain = await grove.post(`${GROUPS}/${root}`, '{"name":"a"}', { headers });
    expect(badFields(plain)).toEqual(['Content-Type']);
    const large = await create({ name: 'large', description: 'x'.repeat(1024 * 1024) });
    expect(badFields(large)).toEqual(['body']);
  });

  it('keeps the names of siblings distinct, and of siblings only', async () => {
    const parent = await newGroup(grove, root, 'siblings');
    const one = await newGroup(grove, parent, 'one');
    aboutResource(await create({ name: 'one' }, parent), 'ALREADY_EXISTS', 'Group', 'one');
    ok(await create({ name: 'one' }, one));
  });

  it('needs a parent that exists', async () => {
    aboutResource(
      await create({ name: 'lost' }, `${root}/${ABSENT}`),
      'NOT_FOUND',
      'Group',
      `${root}/${ABSENT}`,
    );
  });

  it('bounds the depth of the hierarchy', async () => {
    let uid = root;
    for (let level = 2; level <= 32; level += 1) uid = await newGroup(grove, uid, 'deeper');
    expect(ok(await grove.get(`${GROUPS}/${uid}`))['uid']).toBe(uid);
    expect(badFields(await create({ name: 'too deep' }, uid))).toEqual(['parent_uid']);
    await newPerson(grove, uid);
  });
});

describe('root groups', () => {
  it('are made without a parent, and owned by who made them', async () => {
    const group = ok(await grove.post(GROUPS, { name: 'second org' }));
    expect(group['uid']).toMatch(/^[0-9a-f]{40}$/);
    const uid = String(group['uid']);
    const { items } = await list(grove, '/iam/v2beta1/roleBindings', { group: uid });
    expect(items).toMatchObject([
      {
        identity: { issuer: grove.url, subject: grove.ownerUid },
        group: { uid, name: 'second org' },
        role: { name: 'owner' },
      },
    ]);
    await newGroup(grove, uid, 'child');
  });

  it('are deleted with the identity that owns them, but not with any other', async () => {
    const own = { subject: grove.ownerUid };
    const identities = async () => (await list(grove, '/iam/v2beta1/identities', own)).uids;
    const before = await identities();
    expect(before).toContain(grove.ownerUid);
    const uid = String(ok(await grove.post(GROUPS, { name: 'short-lived' }))['uid']);
    expect(await identities()).toHaveLength(before.length + 1);
    const { uid: other } = await newPerson(grove, uid);
    const refused = await grove.del(`${GROUPS}/${uid}`);
    expect(preconditions(refused)).toEqual(['RESOURCE_NOT_EMPTY']);
    okEmpty(await grove.del(`/iam/v2beta1/identities/${other}`));
    okEmpty(await grove.del(`${GROUPS}/${uid}`));
    expect(await identities()).toEqual(before);
  });

  it('have distinct names', async () => {
    aboutResource(await grove.post(GROUPS, { name: 'acme' }), 'ALREADY_EXISTS', 'Group', 'acme');
  });

  it('need groups.create on some root group', async () => {
    const below = await newGroup(grove, root, 'no root');
    const person = await newPerson(grove);
    const role = await newRole(grove, ['groups.create', 'groups.list']);
    const attempt = () => grove.post(GROUPS, { name: 'mine' }, { token: person.token });
    denied(await attempt(), 'groups.create', '');
    await bind(grove, below, person.uid, role);
    denied(await attempt(), 'groups.create', '');
    await bind(grove, root, person.uid, role);
    const uid = String(ok(await attempt())['uid']);
    ok(await grove.del(`${GROUPS}/${await newGroup(grove, root, 'x')}`));
    ok(await grove.patch(`${GROUPS}/${uid}`, { description: 'mine' }, { token: person.token }));
    denied(await grove.get(`${GROUPS}/${uid}`), 'groups.list', uid);
  });
});

describe('get', () => {
  it('takes the slashes of a uid as they are and as %2F', async () => {
    const parent = await newGroup(grove, root);
    const uid = await newGroup(grove, parent);
    const plain = ok(await grove.get(`${GROUPS}/${uid}`));
    for (const slash of ['%2F', '%2f']) {
      const path = `${GROUPS}/${uid.replaceAll('/', slash)}`;
      expect(ok(await grove.get(path))).toEqual(plain);
      ok(await grove.patch(path, { description: '' }));
      const child = ok(await grove.post(path, { name: 'below' }));
      expect(child['uid']).toMatch(`${uid}/`);
      expect(
        (await grove.del(`${GROUPS}/${String(child['uid']).replaceAll('/', slash)}`)).status,
      ).toBe(200);
    }
  });

  it('says what is not there', async () => {
    const uid = `${root}/${ABSENT}`;
    aboutResource(await grove.get(`${GROUPS}/${uid}`), 'NOT_FOUND', 'Group', uid);
  });

  it.each([
    'xyz',
    'ABCDEF',
    `${'a'.repeat(40)}/short`,
    `${'a'.repeat(40)}/${ABSENT}/`,
    'a%00b',
    '%F0%9F%98%80',
  ])('refuses the malformed uid %s', async (uid) => {
    expect(badFields(await grove.get(`${GROUPS}/${uid}`))).toEqual(['uid']);
  });

  it('has no query parameters', async () => {
    expect(badFields(await grove.get(`${GROUPS}/${root}?fields=name`))).toEqual(['fields']);
  });

  it('denies a stranger alike whether or not the group exists', async () => {
    const { token } = await newPerson(grove);
    for (const uid of [root, `${root}/${ABSENT}`, 'f'.repeat(40)]) {
      denied(await grove.get(`${GROUPS}/${uid}`, { token }), 'groups.list', uid);
    }
  });
});

describe('paths and methods', () => {
  it.each([
    ['PUT', () => GROUPS, 'GET, POST'],
    ['DELETE', () => GROUPS, 'GET, POST'],
    ['PATCH', () => GROUPS, 'GET, POST'],
    ['PUT', () => `${GROUPS}/${root}`, 'GET, POST, PATCH, DELETE'],
    ['OPTIONS', () => `${GROUPS}/${root}`, 'GET, POST, PATCH, DELETE'],
  ])('answers %s that a path does not have with what it has', async (method, path, allow) => {
    const answer = await grove.call(method, path());
    failure(answer, 'UNIMPLEMENTED');
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it.each([
    '/iam/v2beta1',
    '/iam/v2beta1/nothing',
    '/iam/v2beta1/Groups',
    '/registry/v2beta1/groups',
  ])('says that %s is not there', async (path) => {
    failure(await grove.get(path), 'NOT_FOUND');
  });
});

describe('credentials', () => {
  it.each([
    ['none', null],
    ['no JWT', 'nonsense'],
    ['a token without a signature', `${btoa('{"alg":"none"}')}.${btoa('{"iss":"x"}')}.`],
  ])('%s', async (_, token) => {
    for (const [method, path] of [
      ['GET', GROUPS],
      ['POST', `${GROUPS}/${root}`],
    ] as const) {
      const answer = await grove.call(method, path, { token });
      failure(answer, 'UNAUTHENTICATED');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it('ends with the identity', async () => {
    const { uid, token } = await newPerson(grove);
    ok(await grove.get(GROUPS, { token }));
    await grove.del(`/iam/v2beta1/identities/${uid}`);
    failure(await grove.get(GROUPS, { token }), 'UNAUTHENTICATED');
  });
});

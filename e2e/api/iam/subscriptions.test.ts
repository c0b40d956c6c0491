import { expect } from 'vitest';
import { subscription as definition } from '#lib/resources/subscription.ts';
import { MAX_SUBSCRIPTIONS } from '#lib/service/rules/subscription.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, denied, failure, ok, TIME, violations } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { bind, newGroup, newPerson, newRole, personWith } from '../support/people.ts';
import { SUBSCRIPTIONS } from '../support/subscriptions.ts';

const EXAMPLE = definition.example as Json;

const create = (group: string, body: Json = {}, by: { token?: string } = {}): Promise<Answer> =>
  grove.post(`${SUBSCRIPTIONS}/${group}`, { ...EXAMPLE, ...body }, by);

it('is created with a secret that no other answer has, and acts as its maker', async ({ as }) => {
  const group = await newGroup(grove, grove.rootUid);
  const editor = await as('editor');
  const made = ok(await create(group, {}, editor));
  const { secret, ...rest } = made;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(rest).toEqual({
    ...EXAMPLE,
    uid: expect.stringMatching(`^${group}/`) as string,
    identityUid: editor.uid,
    disabled: false,
    state: 'ACTIVE',
    stateTime: expect.stringMatching(TIME) as string,
    createTime: expect.stringMatching(TIME) as string,
    updateTime: expect.stringMatching(TIME) as string,
  });
  const path = `${SUBSCRIPTIONS}/${String(made['uid'])}`;
  expect(ok(await grove.get(path, editor))).toEqual(rest);
  const stored = await rowsIn('Subscription').findFirst({ where: { uid: String(made['uid']) } });
  expect(JSON.stringify(stored)).not.toContain(String(secret));
});

it.for<[string, Json]>([
  ['types', { types: [] }],
  ['types.1', { types: ['*', 'grove.iam.nothing.*'] }],
  ['types.0', { types: ['grove.iam.group.created'] }],
  ['webhook', { webhook: undefined }],
  ['webhook.url', { webhook: { url: 'hooks.example.com' } }],
  ['webhook.url', { webhook: { url: 'http://hooks.example.com/' } }],
  ['webhook.url', { webhook: { url: 'https://user:word@hooks.example.com/' } }],
  ['webhook.url', { webhook: { url: 'https://hooks.example.com/#part' } }],
  ['webhook.url', { webhook: { url: 'https://10.0.0.1/hook' } }],
  ['webhook.url', { webhook: { url: 'https://[::1]/hook' } }],
  ['webhook.url', { webhook: { url: 'http://localhost:8080/hook' } }],
  ['webhook.url', { webhook: { url: 'https://169.254.169.254/latest' } }],
  ['webhook.format', { webhook: { url: 'https://hooks.example.com/', format: 'XML' } }],
  ['secret', { secret: `whsec_${Buffer.alloc(23).toString('base64')}` }],
  ['secret', { secret: `whsec_${Buffer.alloc(65).toString('base64')}` }],
  ['secret', { secret: Buffer.alloc(32).toString('base64') }],
])('refuses %s of %j', async ([field, body]) => {
  expect(badFields(await create(grove.rootUid, body))).toEqual([field]);
});

it('takes a secret of 24 to 64 bytes', async () => {
  for (const bytes of [24, 64]) {
    const secret = `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
    const made = ok(await create(grove.rootUid, { name: `bytes ${bytes}`, secret }));
    expect(made['secret']).toBe(secret);
  }
});

it('changes neither its identity nor its secret in an update', async ({ as }) => {
  const owner = await as('owner');
  const { uid } = ok(await create(grove.rootUid, { name: 'fixed' }, owner));
  const patch = (body: Json) => grove.patch(`${SUBSCRIPTIONS}/${String(uid)}`, body, owner);
  const other = await newPerson(grove);
  expect(badFields(await patch({ identityUid: other.uid }))).toEqual(['identityUid']);
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  expect(badFields(await patch({ secret }))).toEqual(['secret']);
  expect(ok(await patch({ disabled: true }))).toMatchObject({
    state: 'DISABLED',
    reason: 'REQUESTED',
  });
  const enabled = ok(await patch({ disabled: false }));
  expect(enabled).toMatchObject({ state: 'ACTIVE' });
  expect(enabled).not.toHaveProperty('reason');
});

it('is for owners and editors, auditors list it, and viewers do not know of it', async ({ as }) => {
  const { uid } = ok(await create(grove.rootUid, { name: 'roles' }));
  const path = `${SUBSCRIPTIONS}/${String(uid)}`;
  const [auditor, viewer] = [await as('auditor'), await as('viewer')];
  ok(await grove.get(path, auditor));
  denied(await grove.del(path, auditor), 'subscriptions.delete', String(uid));
  denied(await create(grove.rootUid, {}, auditor), 'subscriptions.create', grove.rootUid);
  denied(await grove.get(path, viewer), 'subscriptions.list', String(uid));
});

it('acts as another identity only for whoever sees all that this one sees', async ({ as }) => {
  const group = await newGroup(grove, grove.rootUid);
  const editor = await as('editor', group);
  const auditor = await newPerson(grove);
  await bind(grove, group, auditor.uid, 'auditor');
  const asAuditor = { name: 'as auditor', identityUid: auditor.uid };
  expect(violations(await create(group, asAuditor, editor))).toEqual({
    identityUid: 'is not an identity of this organization',
  });
  await bind(grove, grove.rootUid, editor.uid, 'viewer');
  denied(
    await create(group, asAuditor, editor),
    'request_rules.list,access_requests.list,audit.list',
    group,
  );
  const { uid } = ok(await create(group, asAuditor));
  // The address decides who sees the events.
  const body = { webhook: { url: 'https://elsewhere.example.com/' } };
  const path = `${SUBSCRIPTIONS}/${String(uid)}`;
  denied(
    await grove.patch(path, body, editor),
    'request_rules.list,access_requests.list,audit.list',
    group,
  );
  const nobody = { identityUid: `${grove.rootUid}/${'0'.repeat(16)}` };
  expect(badFields(await create(group, nobody))).toEqual(['identityUid']);
});

it('counts rights of the identity below the group as well', async ({ as }) => {
  const group = await newGroup(grove, grove.rootUid);
  const below = await newGroup(grove, group);
  const maker = await newRole(grove, ['groups.list', 'identity.list', 'subscriptions.create']);
  const editor = await as(maker);
  const other = await personWith(grove, await newRole(grove, ['audit.list']), below);
  denied(await create(group, { identityUid: other.uid }, editor), 'audit.list', below);
});

it('cannot be made with a key, which others could use', async ({ as }) => {
  const owner = await as('owner');
  const { key } = ok(
    await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, {
      name: 'key',
      identityUid: owner.uid,
      ttl: '3600s',
    }),
  );
  const refused = failure(
    await create(grove.rootUid, { name: 'by key' }, { token: String(key) }),
    'FAILED_PRECONDITION',
  );
  expect(JSON.stringify(refused)).toContain('KEY_NOT_ALLOWED');
});

it('has a limit for each organization', async () => {
  const root = ok(await grove.post('/iam/v2beta1/groups', { name: 'limited' }));
  const group = String(root['uid']);
  const first = ok(await create(group, { name: 'first' }));
  const [row] = await rowsIn('Subscription').findMany({ where: { uid: String(first['uid']) } });
  const more = Array.from({ length: MAX_SUBSCRIPTIONS - 1 }, (_, index) => ({
    ...row,
    uid: `${group}/${index.toString(16).padStart(16, '0')}`,
    name: `more ${index}`,
  }));
  await rowsIn('Subscription').createMany(more);
  const answer = failure(await create(group, { name: 'last' }), 'FAILED_PRECONDITION');
  expect(JSON.stringify(answer)).toContain('TOO_MANY_SUBSCRIPTIONS');
});

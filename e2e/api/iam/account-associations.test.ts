// @module-tag next-long
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
import { byName, list, testOrders, testUnknownParameters, TIME_ORDERS } from '../support/lists.ts';
import { newGroup, newPerson } from '../support/people.ts';

const ASSOCIATIONS = '/iam/v2beta1/accountAssociations';
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';

const ACCOUNTS = {
  amazon: { account: '123456789012' },
  google: { projectId: 'acme-prod', projectNumber: '412345678901' },
  azure: { tenantId: TENANT, clientIds: { builder: TENANT.toUpperCase() } },
  github: { installationId: '4711', name: 'acme' },
};

let root: string;

const create = async (body: unknown, group?: string, token = grove.ownerToken) =>
  grove.post(`${ASSOCIATIONS}/${group ?? (await newGroup(grove, root))}`, body, { token });
const pathOf = ({ uid }: Json) => `${ASSOCIATIONS}/${String(uid)}`;

it.beforeAll(() => {
  root = grove.rootUid;
});

describe('create', () => {
  it('answers every field', async () => {
    const group = await newGroup(grove, root);
    const association = ok(await create({ name: 'All', description: 'd', ...ACCOUNTS }, group));
    expect(association).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      name: 'All',
      description: 'd',
      ...ACCOUNTS,
      createTime: expect.stringMatching(TIME) as string,
      updateTime: association['createTime'],
    });
    expect(ok(await grove.get(pathOf(association)))).toEqual(association);
  });

  it.each(Object.entries(ACCOUNTS))('takes %s alone', async (provider, account) => {
    const association = ok(await create({ name: provider, [provider]: account }));
    expect(Object.keys(association).sort()).toEqual(
      ['createTime', 'description', 'name', 'uid', 'updateTime', provider].sort(),
    );
  });

  it('accepts whole numbers, and returns them as text', async () => {
    const github = { installationId: 4711, name: 'acme' };
    expect(ok(await create({ name: 'n', github }))['github']).toEqual(ACCOUNTS.github);
  });

  it.each<[string, Json, string[]]>([
    ['a name', { ...ACCOUNTS }, ['name']],
    ['a name and an account', {}, ['amazon', 'name']],
    ['at least one account', { name: 'x' }, ['amazon']],
    ['12 digits', { name: 'x', amazon: { account: '12345678901' } }, ['amazon.account']],
    ['digits', { name: 'x', amazon: { account: '12345678901a' } }, ['amazon.account']],
    ['text', { name: 'x', amazon: { account: 123456789012 } }, ['amazon.account']],
    [
      'project id and number',
      { name: 'x', google: {} },
      ['google.projectId', 'google.projectNumber'],
    ],
    [
      'a project number',
      { name: 'x', google: { projectId: 'p', projectNumber: '1x' } },
      ['google.projectNumber'],
    ],
    ['a tenant that is a UUID', { name: 'x', azure: { tenantId: '1' } }, ['azure.tenantId']],
    [
      'clients that are UUIDs',
      { name: 'x', azure: { tenantId: TENANT, clientIds: { a: 'b' } } },
      ['azure.clientIds.a'],
    ],
    [
      'an installation',
      { name: 'x', github: { installationId: -1, name: '' } },
      ['github.installationId', 'github.name'],
    ],
    ['known fields', { name: 'x', amazon: { ...ACCOUNTS.amazon, a: 1 }, b: 2 }, ['amazon.a', 'b']],
    ['objects', { name: 'x', amazon: 1, github: [] }, ['amazon', 'github']],
  ])('asks for %s', async (_, body, fields) => {
    expect(badFields(await create(body, root))).toEqual(fields);
  });

  it('is possible once in a group', async () => {
    const group = await newGroup(grove, root);
    const first = ok(await create({ name: 'first', amazon: ACCOUNTS.amazon }, group));
    const second = await create({ name: 'second', github: ACCOUNTS.github }, group);
    aboutResource(second, 'ALREADY_EXISTS', 'AccountAssociation', group);
    okEmpty(await grove.del(pathOf(first)));
    ok(await create({ name: 'second', github: ACCOUNTS.github }, group));
  });
});

describe('list', () => {
  let parent: string;

  it.beforeAll(async () => {
    parent = await newGroup(grove, root);
    for (const name of ['c', 'A', 'b', 'ä', 'a']) {
      ok(await create({ name, amazon: ACCOUNTS.amazon }, await newGroup(grove, parent)));
    }
    const time = new Date(Date.now() - 1000);
    await rowsIn('AccountAssociation').update({
      where: { name: { in: ['A', 'b', 'ä'] } },
      data: { createTime: time, updateTime: time },
    });
  });

  testOrders(ASSOCIATIONS, { ...TIME_ORDERS, name: byName() }, () => ({
    'uidp.descendants_of': parent,
  }));
  testUnknownParameters(ASSOCIATIONS);

  it('filters by name and hierarchy', async () => {
    const total = async (query: Record<string, string>) =>
      (await list(grove, ASSOCIATIONS, query)).totalCount;
    expect(await total({ name: 'ä' })).toBe(1);
    expect(await total({ 'uidp.children_of': parent })).toBe(0);
    expect(await total({ 'uidp.in_root': 'true' })).toBe(0);
    ok(await create({ name: 'root', amazon: ACCOUNTS.amazon }, root));
    expect(await total({ 'uidp.in_root': 'true' })).toBe(1);
    expect(await total({ 'uidp.ancestors_of': parent })).toBe(1);
  });
});

describe('update and delete', () => {
  it('respects masks into the accounts, ETags and rules', async () => {
    const association = ok(
      await create({ name: 'n', description: 'd', amazon: ACCOUNTS.amazon, azure: ACCOUNTS.azure }),
    );
    const path = pathOf(association);
    const before = await grove.get(path);
    const account = '210987654321';
    const changed = await grove.patch(`${path}?updateMask=amazon.account`, {
      name: 'no',
      amazon: { account },
    });
    expect(ok(changed)).toMatchObject({
      name: 'n',
      description: 'd',
      amazon: { account },
      azure: ACCOUNTS.azure,
    });
    expect(ok(await grove.patch(path, { github: ACCOUNTS.github }))).toMatchObject({
      amazon: { account },
      github: ACCOUNTS.github,
    });
    expect(ok(await grove.patch(`${path}?updateMask=azure.client_ids`, {}))['azure']).toEqual({
      tenantId: TENANT,
      clientIds: {},
    });
    const cleared = ok(await grove.patch(`${path}?updateMask=amazon,azure`, {}));
    expect(cleared).not.toHaveProperty('amazon');
    expect(cleared).not.toHaveProperty('azure');
    expect(badFields(await grove.patch(`${path}?updateMask=github`, {}))).toEqual(['amazon']);
    expect(badFields(await grove.patch(path, { amazon: { account: '1' } }))).toEqual([
      'amazon.account',
    ]);
    expect(badFields(await grove.patch(`${path}?updateMask=amazon.number`, {}))).toEqual([
      'updateMask',
    ]);
    const headers = { 'if-match': before.headers.get('etag') ?? '' };
    failure(await grove.patch(path, { name: 'late' }, { headers }), 'ABORTED');
    const same = ok(await grove.get(path));
    expect(ok(await grove.patch(path, same))).toEqual(same);
    okEmpty(await grove.del(path));
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      aboutResource(
        await grove.call(method, path),
        'NOT_FOUND',
        'AccountAssociation',
        String(same['uid']),
      );
    }
  });

  it('is denied to a stranger', async () => {
    const { token } = await newPerson(grove);
    const group = await newGroup(grove, root);
    const body = { name: 'n', amazon: ACCOUNTS.amazon };
    const association = ok(await create(body, group));
    const uid = String(association['uid']);
    denied(await grove.get(pathOf(association), { token }), 'account_associations.list', uid);
    denied(
      await grove.patch(pathOf(association), {}, { token }),
      'account_associations.update',
      uid,
    );
    denied(await grove.del(pathOf(association), { token }), 'account_associations.delete', uid);
    denied(await create(body, group, token), 'account_associations.create', group);
    expect((await list(grove, ASSOCIATIONS, {}, token)).totalCount).toBe(0);
  });
});

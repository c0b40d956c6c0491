import { describe, expect } from 'vitest';
import { nameOrder } from '#lib/resources/name-order.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { list, testOrders } from '../support/lists.ts';
import { bind, newGroup, newRole, roleUidOf } from '../support/people.ts';

const BINDINGS = '/iam/v2beta1/roleBindings';
const IDENTITIES = '/iam/v2beta1/identities';
const ISSUER = 'https://id.example.com';

let group: string;
let below: string;

const nameIn = (item: Json, member: string) => String((item[member] as Json)['name']);
const found = async (query: string, more = {}) => {
  const asked = { query, 'uidp.descendants_of': group, order_by: 'identity', ...more };
  return (await list(grove, BINDINGS, asked)).items.map((item) => nameIn(item, 'identity'));
};

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'found');
  below = await newGroup(grove, group, 'found-below');
  const role = await newRole(grove, ['groups.list']);
  ok(
    await grove.patch(`/iam/v2beta1/roles/${role}?updateMask=name`, {
      name: 'Éclaireur',
      capabilities: ['groups.list'],
    }),
  );
  const people = ['zoe', 'Émile', 'bob', 'Bea'];
  for (const [index, name] of people.entries()) {
    const claimMatch = { issuer: ISSUER, subject: `subject-${index}` };
    const { uid } = ok(await grove.post(`${IDENTITIES}/${group}`, { name, claimMatch }));
    const at = index % 2 === 0 ? group : below;
    const roles = [roleUidOf('viewer'), name === 'zoe' ? roleUidOf('owner') : role];
    for (const roleUid of roles) {
      ok(await grove.post(`${BINDINGS}/${at}`, { identityUid: uid, roleUid }));
    }
  }
});

describe('orders', () => {
  const byName = (member: string) => (item: Json) => nameOrder(nameIn(item, member));
  testOrders(
    BINDINGS,
    {
      identity: byName('identity'),
      group: byName('group'),
      role: (item) => (nameIn(item, 'role') === 'owner' ? '' : byName('role')(item)),
    },
    () => ({ 'uidp.descendants_of': grove.rootUid, query: 'found' }),
  );

  it('has owners before all other roles', async () => {
    const { items } = await list(grove, BINDINGS, {
      'uidp.descendants_of': group,
      order_by: 'role',
    });
    const names = items.map((item) => nameIn(item, 'role'));
    expect([...new Set(names)]).toEqual(['owner', 'Éclaireur', 'viewer']);
  });
});

describe('query', () => {
  it('finds by identity, role and group, whatever the case', async () => {
    expect(await found('ÉMI')).toEqual(['Émile', 'Émile']);
    expect(await found('SUBJECT-2')).toEqual(['bob', 'bob']);
    expect(await found('éCLAI')).toEqual(['Bea', 'bob', 'Émile']);
    expect(await found('found-BELOW')).toEqual(['Bea', 'Bea', 'Émile', 'Émile']);
    expect(await found('%')).toEqual([]);
  });

  it('narrows what other filters find', async () => {
    expect(await found('bo', { role: roleUidOf('viewer'), group })).toEqual(['bob']);
  });

  it('counts all, and gives them page by page', async () => {
    const query = { query: 'viewer', 'uidp.descendants_of': group, order_by: 'identity desc' };
    const first = await list(grove, BINDINGS, { ...query, page_size: 3 });
    expect(first.totalCount).toBe(4);
    const rest = await list(grove, BINDINGS, {
      ...query,
      page_size: 3,
      page_token: first.nextPageToken,
    });
    const names = [...first.items, ...rest.items].map((item) => nameIn(item, 'identity'));
    expect(names).toEqual(['zoe', 'Émile', 'bob', 'Bea']);
  });
});

it('finds an identity of another organization by the name that it was bound with', async () => {
  const other = ok(await grove.post('/iam/v2beta1/groups', { name: 'found elsewhere' }));
  const uid = String(other['uid']);
  const claimMatch = { issuer: ISSUER, subject: 'elsewhere' };
  const guest = ok(await grove.post(`${IDENTITIES}/${uid}`, { name: 'Guest', claimMatch }));
  await bind(grove, below, String(guest['uid']), 'viewer');
  const renamed = { ...guest, name: 'Renamed' };
  ok(await grove.patch(`${IDENTITIES}/${String(guest['uid'])}?updateMask=name`, renamed));
  const bindings = { 'uidp.descendants_of': group, order_by: 'identity' };
  const all = (await list(grove, BINDINGS, bindings)).items;
  expect(all.map(({ identity }) => (identity as Json)['uid']).indexOf(guest['uid'])).toBe(6);
  expect(await found('gue')).toHaveLength(1);
  expect(await found('elsewhere')).toHaveLength(1);
  expect(await found('rename')).toEqual([]);
});

import { describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import { ok } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { newGroup } from '../support/people.ts';

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'search');
});

const oidc = { issuer: 'https://id.example.com', clientId: 'c', clientSecret: 's' };

describe.each([
  ['roles', (name: string) => ({ name, capabilities: ['groups.list'] })],
  ['identityProviders', (name: string) => ({ name, oidc })],
  [
    'identities',
    (name: string) => ({ name, claimMatch: { issuer: oidc.issuer, subject: `of ${name}` } }),
  ],
] as const)('the query of %s', (collection, body) => {
  const path = `/iam/v2beta1/${collection}`;
  const found = async (query: string) => {
    const page = await list(grove, path, {
      query,
      'uidp.children_of': group,
      order_by: 'name',
      page_size: 1,
    });
    return [page.totalCount, page.items[0]?.['name']];
  };

  it.beforeAll(async () => {
    for (const name of ['Beta team', 'ÉTÉ beta', 'other']) {
      ok(await grove.post(`${path}/${group}`, body(name)));
    }
    const renamed = ok(await grove.post(`${path}/${group}`, body('first')));
    const change = { ...renamed, name: 'Σίσυφος' };
    ok(await grove.patch(`${path}/${String(renamed['uid'])}?updateMask=name`, change));
  });

  it('is a part of the name, upper and lower case alike', async () => {
    expect(await found('BETA')).toEqual([2, 'Beta team']);
    expect(await found('ta te')).toEqual([1, 'Beta team']);
    expect(await found('ÉTÉ B')).toEqual([1, 'ÉTÉ beta']);
    expect(await found('e\u0301te\u0301')).toEqual([1, 'ÉTÉ beta']);
    expect(await found('ΣΊΣΥΦΟΣ')).toEqual([1, 'Σίσυφος']);
    expect(await found('no such')).toEqual([0, undefined]);
    expect(await found('%')).toEqual([0, undefined]);
  });
});

it('finds groups by a part of the name', async () => {
  for (const name of ['payments', 'payroll', 'other']) await newGroup(grove, group, name);
  const page = await list(grove, '/iam/v2beta1/groups', {
    query: 'PAY',
    'uidp.descendants_of': grove.rootUid,
    order_by: 'name',
  });
  expect(page.items).toMatchObject([{ name: 'payments' }, { name: 'payroll' }]);
});

it('finds identities by subject and e-mail address', async () => {
  const below = { 'uidp.descendants_of': grove.rootUid };
  const claimMatch = { issuer: oidc.issuer, subject: 'the robot' };
  const path = '/iam/v2beta1/identities';
  ok(await grove.post(`${path}/${grove.rootUid}`, { name: 'builds', claimMatch }));
  const bySubject = await list(grove, path, { ...below, query: 'HE ro' });
  expect(bySubject.items).toMatchObject([{ name: 'builds' }]);
  const owner = ok(await grove.get(`/iam/v2beta1/identities/${grove.ownerUid}`));
  const byMail = await list(grove, path, {
    ...below,
    query: String(owner['email']).toUpperCase(),
  });
  expect(byMail.uids).toEqual([grove.ownerUid]);
});

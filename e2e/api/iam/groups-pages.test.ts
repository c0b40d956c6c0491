// @module-tag next-long
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect } from 'vitest';
import { issuePageToken, PAGE_TOKEN_LIFETIME_MS } from '#lib/aip/page-token.ts';
import { nameOrder } from '#lib/resources/name-order.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { grove, it } from '../fixtures.ts';
import { ok, violations } from '../support/answers.ts';
import { list, listAll, listPath } from '../support/lists.ts';
import type { Query } from '../support/lists.ts';
import { newGroup, newPerson, personWith } from '../support/people.ts';

const GROUPS = '/iam/v2beta1/groups';

let parent: string;

const children = (query: Query = {}, token?: string) =>
  list(grove, GROUPS, { 'uidp.children_of': parent, page_size: 5, ...query }, token);

const refusal = async (query: Query, token?: string) =>
  violations(await grove.get(listPath(GROUPS, query), token === undefined ? {} : { token }));

const ownCaller = () => JSON.stringify([grove.url, grove.ownerUid]);

async function newParent(): Promise<void> {
  parent = await newGroup(grove, grove.rootUid);
  for (let i = 0; i < 20; i += 1) await newGroup(grove, parent, `child ${i}`);
}

describe('a page token', () => {
  it.beforeAll(newParent);

  it('is opaque, safe in a URL, and empty on the last page', async () => {
    const page = await children();
    expect(page.nextPageToken).toMatch(/^[A-Za-z0-9_-]{40,}$/);
    expect((await children({ page_size: 20 })).nextPageToken).toBe('');
    expect((await children({ page_size: 19 })).nextPageToken).not.toBe('');
  });

  it('may be used again, and with another page size', async () => {
    const everything = await children({ page_size: 200, order_by: 'name' });
    const { nextPageToken } = await children({ order_by: 'name' });
    for (const size of [5, 1, 200]) {
      const page = await children({ order_by: 'name', page_size: size, page_token: nextPageToken });
      expect(page.uids).toEqual(everything.uids.slice(5, 5 + size));
      expect(page.totalCount).toBe(20);
    }
  });

  it('is the same for both names of an order', async () => {
    const { nextPageToken } = await children({ order_by: 'created_at' });
    const page = await children({ order_by: 'create_time asc', page_token: nextPageToken });
    expect(page.items).toHaveLength(5);
  });

  it.each([
    ['another direction', { order_by: 'name desc' }],
    ['another order', { order_by: 'uid' }],
    ['no order', { order_by: '' }],
    ['another filter', { name: 'child 1' }],
    ['one filter more', { 'uidp.in_root': 'false' }],
  ])('is refused with %s', async (_, change: Query) => {
    const query = { 'uidp.children_of': parent, page_size: 5, order_by: 'name' };
    const { nextPageToken } = await list(grove, GROUPS, query);
    const asked = { ...query, ...change, page_token: nextPageToken };
    expect(Object.keys(await refusal(asked))).toEqual(['page_token']);
  });

  it('is refused with another parent, another resource, and from another caller', async () => {
    const { nextPageToken: page_token } = await children();
    const query = { 'uidp.children_of': parent, page_token };
    expect(await refusal({ ...query, 'uidp.children_of': grove.rootUid })).toHaveProperty(
      'page_token',
    );
    expect(await refusal({ page_token })).toHaveProperty('page_token');
    const roles = await grove.get(listPath('/iam/v2beta1/roles', query));
    expect(violations(roles)).toHaveProperty('page_token');
    for (const person of [
      await newPerson(grove),
      await personWith(grove, 'owner', grove.rootUid),
    ]) {
      expect(await refusal(query, person.token)).toHaveProperty('page_token');
    }
  });

  it('stays valid for a caller whom another organization names meanwhile', async () => {
    const everything = await children({ page_size: 20 });
    const { nextPageToken: page_token } = await children();
    const founder = await personWith(grove, 'owner', grove.rootUid);
    const options = { token: founder.token };
    const made = ok(await grove.post(GROUPS, { name: 'they name the owner' }, options));
    const claimMatch = { issuer: grove.url, subject: grove.ownerUid };
    const path = `/iam/v2beta1/identities/${String(made['uid'])}`;
    ok(await grove.post(path, { name: 'owner', claimMatch }, options));
    expect((await children({ page_token })).uids).toEqual(everything.uids.slice(5, 10));
  });

  it('is refused when forged', async () => {
    const { nextPageToken } = await children();
    const bytes = Buffer.from(nextPageToken, 'base64url');
    const changed = Array.from(bytes, (byte, at) => {
      const copy = Buffer.from(bytes);
      copy[at] = byte ^ 1;
      return copy.toString('base64url');
    });
    const own = { collection: GROUPS, order: 'uid', filters: [], caller: ownCaller() };
    const cursor = { value: parent, uid: parent };
    const forged = [
      ...changed,
      issuePageToken(randomBytes(32), own, cursor, Date.now()),
      'x',
      '*',
      'AA==',
      nextPageToken.slice(0, -4),
      `${nextPageToken}AAAA`,
      randomBytes(64).toString('base64url'),
    ];
    for (const page_token of forged) {
      const found = await refusal({ 'uidp.children_of': parent, page_size: 5, page_token });
      expect(Object.keys(found)).toEqual(['page_token']);
    }
  });

  it('older than three days starts the list over, without an error', async () => {
    const everything = await listAll(grove, GROUPS, { page_size: 200 });
    const query = { collection: GROUPS, order: 'uid', filters: [], caller: ownCaller() };
    const uid = String(everything[4]?.['uid']);
    const issue = (age: number) =>
      issuePageToken(secrets().pageToken, query, { value: uid, uid }, Date.now() - age);
    const read = (age: number) => list(grove, GROUPS, { page_size: 3, page_token: issue(age) });
    const young = await read(PAGE_TOKEN_LIFETIME_MS - 60_000);
    expect(young.items).toEqual(everything.slice(5, 8));
    const old = await read(PAGE_TOKEN_LIFETIME_MS + 1_000);
    expect(old.items).toEqual(everything.slice(0, 3));
    expect(old).toMatchObject({ skipped: 0, totalCount: everything.length });
    const next = await list(grove, GROUPS, { page_size: 3, page_token: old.nextPageToken });
    expect(next.items).toEqual(everything.slice(3, 6));
  });

  it('that is old is refused too with another order', async () => {
    const query = { collection: GROUPS, order: 'uid', filters: [], caller: ownCaller() };
    const old = Date.now() - 2 * PAGE_TOKEN_LIFETIME_MS;
    const token = issuePageToken(secrets().pageToken, query, { value: 'x', uid: 'x' }, old);
    expect(await refusal({ page_token: token, order_by: 'name' })).toHaveProperty('page_token');
  });

  it('of the order that names had in an earlier version is refused', async () => {
    const path = '/iam/v2beta1/identities';
    const [owner] = await listAll(grove, path, { order_by: 'name' });
    const page = (order: string, value: string) => {
      const query = { collection: path, order, filters: [], caller: ownCaller() };
      const cursor = { value, uid: String(owner?.['uid']) };
      const page_token = issuePageToken(secrets().pageToken, query, cursor, Date.now());
      return grove.get(listPath(path, { order_by: 'name', page_token }));
    };
    const name = String(owner?.['name']);
    expect(violations(await page('name', name))).toEqual({
      page_token: 'belongs to another order, filter or caller',
    });
    expect(ok(await page('nameOrder', nameOrder(name)))).toHaveProperty('identities');
  });
});

describe('rows that come and go between two pages', () => {
  beforeEach(newParent);

  it('make no other row appear twice or go missing', async () => {
    const order_by = 'name';
    const before = await children({ order_by, page_size: 200 });
    const first = await children({ order_by });
    const [gone, , renamed] = first.uids;
    await grove.del(`${GROUPS}/${String(gone)}`);
    await grove.patch(`${GROUPS}/${String(renamed)}`, { name: 'aaa' });
    await newGroup(grove, parent, 'a first');
    await newGroup(grove, parent, 'child 12.5');
    const second = await children({ order_by, page_token: first.nextPageToken, page_size: 200 });
    const stayed = second.items.filter(({ name }) => name !== 'child 12.5');
    expect(stayed.map(({ uid }) => uid)).toEqual(before.uids.slice(5));
    expect(second.totalCount).toBe(21);
  });

  it('may be the very row that the token names', async () => {
    const order_by = 'created_at desc';
    const before = await children({ order_by, page_size: 200 });
    const first = await children({ order_by });
    await grove.del(`${GROUPS}/${String(first.uids.at(-1))}`);
    const second = await children({ order_by, page_token: first.nextPageToken, page_size: 200 });
    expect(second.uids).toEqual(before.uids.slice(5));
  });
});

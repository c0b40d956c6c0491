// @module-tag next-long
import { describe, expect } from 'vitest';
import { rowsIn } from '../support/database.ts';
import { grove, it } from '../fixtures.ts';
import { badFields, ok } from '../support/answers.ts';
import { byName, list, listAll, testOrders, testUnknownParameters } from '../support/lists.ts';
import { TIME_ORDERS } from '../support/lists.ts';
import type { Query } from '../support/lists.ts';
import { bind, newGroup, newPerson } from '../support/people.ts';

const GROUPS = '/iam/v2beta1/groups';

let root: string;
/** root > a > { b > c, d }, root > e */
const uids = { a: '', b: '', c: '', d: '', e: '' };
/** A group of 60 children. Names and times also repeat among them and in other groups. */
let wide: string;

const names = async (query: Query) =>
  (await list(grove, GROUPS, query)).items.map(({ name }) => name).sort();

it.beforeAll(async () => {
  root = grove.rootUid;
  uids.a = await newGroup(grove, root, 'a');
  uids.b = await newGroup(grove, uids.a, 'b');
  uids.c = await newGroup(grove, uids.b, 'c');
  uids.d = await newGroup(grove, uids.a, 'd');
  uids.e = await newGroup(grove, root, 'e');
  wide = await newGroup(grove, root, 'wide');
  for (let i = 0; i < 60; i += 1) await newGroup(grove, wide, `n ${i}`);
  await newGroup(grove, uids.e, 'n 1');
  // Many groups have the same time, so that only the uid orders them.
  const same = new Date(Date.now() - 60_000);
  await rowsIn('Group').update({
    where: { name: { contains: '1' } },
    data: { createTime: same, updateTime: same },
  });
});

describe('page size', () => {
  const children = (query: Query) => list(grove, GROUPS, { 'uidp.children_of': wide, ...query });

  it.each([
    [{}, 50],
    [{ page_size: 0 }, 50],
    [{ page_size: 7 }, 7],
    [{ page_size: 60 }, 60],
    [{ page_size: 200 }, 60],
    [{ page_size: '99999999999999999999999' }, 60],
  ])('of %j is %i', async (query, size) => {
    const page = await children(query);
    expect([page.items.length, page.totalCount, page.skipped]).toEqual([size, 60, 0]);
    expect(page.nextPageToken === '').toBe(size === 60);
  });

  it('is at most 200', async () => {
    const parent = await newGroup(grove, root, 'very wide');
    const now = new Date();
    for (let i = 0; i < 205; i += 1) {
      await rowsIn('Group').create({
        uid: `${parent}/${i.toString(16).padStart(16, '0')}`,
        parent,
        name: `${i}`,
        resourceLimits: {},
        createTime: now,
        updateTime: now,
      });
    }
    const page = await list(grove, GROUPS, { 'uidp.children_of': parent, page_size: 1000 });
    expect([page.items.length, page.totalCount]).toEqual([200, 205]);
    ok(await grove.get(`${GROUPS}?page_size=1&page_token=`));
    await rowsIn('Group').delete({ where: { parent } });
  });

  it.each(['-1', 'x', '1.5', '1e3', '', ' 1', '0x10'])('is not %j', async (size) => {
    expect(badFields(await grove.get(`${GROUPS}?page_size=${encodeURIComponent(size)}`))).toEqual([
      'page_size',
    ]);
  });

  it.each([
    () => ({}),
    () => ({ 'uidp.children_of': wide }),
    () => ({ 'uidp.children_of': wide, order_by: 'name' }),
    () => ({ name: 'of no group' }),
  ])('is empty behind all that a caller can ask to skip', async (asked) => {
    const page = await list(grove, GROUPS, { ...asked(), skip: 999_999_999_999_999 });
    expect(page.items).toEqual([]);
  });

  it.each(['-1', 'x', '', '1.5'])('skips no %j', async (skip) => {
    expect(badFields(await grove.get(`${GROUPS}?skip=${skip}`))).toEqual(['skip']);
  });
});

describe('order', () => {
  testOrders(GROUPS, { ...TIME_ORDERS, name: byName() }, () => ({ 'uidp.descendants_of': wide }));

  it('is by uid by default', async () => {
    const page = await list(grove, GROUPS);
    expect(page.uids).toEqual(page.uids.toSorted());
    expect((await list(grove, GROUPS, { order_by: '' })).uids).toEqual(page.uids);
  });

  it('reports all problems of a query at once', async () => {
    const query = 'page_size=x&skip=-1&order_by=size&uidp.children_of=1&colour=red';
    expect(badFields(await grove.get(`${GROUPS}?${query}`))).toEqual(
      ['colour', 'order_by', 'page_size', 'skip', 'uidp.children_of'].sort(),
    );
  });
});

describe('skip', () => {
  it('jumps to a page, and past the end to an empty one', async () => {
    const query = { 'uidp.children_of': wide, order_by: 'name', page_size: 25 };
    const everything = await listAll(grove, GROUPS, query);
    const last = await list(grove, GROUPS, { ...query, skip: 50 });
    expect(last.items).toEqual(everything.slice(50));
    expect(last).toMatchObject({ skipped: 50, totalCount: 60, nextPageToken: '' });
    const beyond = await list(grove, GROUPS, { ...query, skip: 1_000_000 });
    expect(beyond).toMatchObject({ items: [], skipped: 1_000_000, totalCount: 60 });
    expect(beyond.nextPageToken).toBe('');
  });

  it('skips from the cursor on', async () => {
    const query = { 'uidp.children_of': wide, order_by: 'name desc', page_size: 10 };
    const everything = await listAll(grove, GROUPS, query);
    const first = await list(grove, GROUPS, query);
    const later = await list(grove, GROUPS, { ...query, page_token: first.nextPageToken, skip: 5 });
    expect(later.items).toEqual(everything.slice(15, 25));
    expect(later.skipped).toBe(5);
  });
});

describe('filters', () => {
  it('by hierarchy leave out the group itself', async () => {
    expect(await names({ 'uidp.descendants_of': uids.a })).toEqual(['b', 'c', 'd']);
    expect(await names({ 'uidp.children_of': uids.a })).toEqual(['b', 'd']);
    expect(await names({ 'uidp.ancestors_of': uids.c })).toEqual(['a', 'acme', 'b']);
    expect(await names({ 'uidp.in_root': true })).toEqual(['acme']);
    expect(
      await names({ 'uidp.ids': [uids.c, uids.e, root, `${root}/${'0'.repeat(16)}`] }),
    ).toEqual(['acme', 'c', 'e']);
  });

  it('by hierarchy of an unknown uid find nothing', async () => {
    for (const uid of [`${root}/${'0'.repeat(16)}`, 'f'.repeat(40)]) {
      expect(await names({ 'uidp.descendants_of': uid })).toEqual([]);
      expect(await names({ 'uidp.children_of': uid })).toEqual([]);
    }
    expect(await names({ 'uidp.descendants_of': uids.c })).toEqual([]);
    expect(await names({ 'uidp.ancestors_of': root })).toEqual([]);
  });

  it('distinguish groups whose uids begin alike', async () => {
    const twin = `${root}/${uids.a.slice(-16, -1)}${uids.a.endsWith('0') ? '1' : '0'}`;
    const now = new Date();
    const times = { createTime: now, updateTime: now };
    await rowsIn('Group').create({
      uid: twin,
      parent: root,
      name: 'twin',
      resourceLimits: {},
      ...times,
    });
    expect(await names({ 'uidp.descendants_of': uids.a })).toEqual(['b', 'c', 'd']);
    await rowsIn('Group').delete({ where: { uid: twin } });
  });

  it('by name are exact and combine with the hierarchy', async () => {
    expect((await list(grove, GROUPS, { name: 'n 1' })).totalCount).toBe(2);
    expect(
      (await list(grove, GROUPS, { name: 'n 1', 'uidp.descendants_of': wide })).totalCount,
    ).toBe(1);
    expect(await names({ name: 'n' })).toEqual([]);
    expect(await names({ name: 'N 1' })).toEqual([]);
    expect(await names({ name: 'n%' })).toEqual([]);
    expect(await names({ name: '' })).toEqual([]);
  });

  it('combine with each other', async () => {
    expect(await names({ 'uidp.descendants_of': uids.a, 'uidp.ids': [uids.c, uids.e] })).toEqual([
      'c',
    ]);
    expect(await names({ 'uidp.descendants_of': uids.a, 'uidp.children_of': uids.b })).toEqual([
      'c',
    ]);
    expect(await names({ 'uidp.descendants_of': uids.a, 'uidp.children_of': root })).toEqual([]);
    expect(await names({ 'uidp.ancestors_of': uids.c, name: 'b' })).toEqual(['b']);
    expect((await list(grove, GROUPS, { 'uidp.in_root': false })).totalCount).toBeGreaterThan(60);
  });

  it('take camelCase names too', async () => {
    const snake = await list(grove, GROUPS, {
      'uidp.descendants_of': wide,
      page_size: 5,
      order_by: 'created_at',
    });
    const camel = await list(grove, GROUPS, {
      'uidp.descendantsOf': wide,
      pageSize: 5,
      orderBy: 'created_at',
    });
    expect(camel.items).toEqual(snake.items);
    const next = await list(grove, GROUPS, {
      'uidp.descendantsOf': wide,
      orderBy: 'created_at',
      pageToken: snake.nextPageToken,
    });
    expect(next.items).toHaveLength(50);
    expect(await names({ 'uidp.childrenOf': uids.a })).toEqual(['b', 'd']);
    expect(await names({ 'uidp.ancestorsOf': uids.b, 'uidp.inRoot': true })).toEqual(['acme']);
  });

  it.each([
    ['uidp.descendants_of', 'x'],
    ['uidp.children_of', ''],
    ['uidp.ancestors_of', 'ABC'],
    ['uidp.ids', '1'],
    ['uidp.in_root', 'yes'],
  ])('refuse %s=%s', async (name, value) => {
    expect(badFields(await grove.get(`${GROUPS}?${name}=${value}`))).toEqual([name]);
  });

  it('take at most 200 ids', async () => {
    const ids = Array.from({ length: 201 }, () => root);
    expect(await names({ 'uidp.ids': ids.slice(1) })).toEqual(['acme']);
    const query = ids.map((uid) => `uidp.ids=${uid}`).join('&');
    expect(badFields(await grove.get(`${GROUPS}?${query}`))).toEqual(['uidp.ids']);
  });

  testUnknownParameters(GROUPS);

  it.each(['%zz', 'name=%E0%A4%A', 'name=%00'])('refuse the query %s', async (query) => {
    expect(badFields(await grove.get(`${GROUPS}?${query}`))).toHaveLength(1);
  });
});

describe('what a caller sees', () => {
  it('is what they may list, with the same count, and nothing for a stranger', async () => {
    const { uid, token } = await newPerson(grove);
    const stranger = await list(grove, GROUPS, {}, token);
    expect(stranger).toMatchObject({ items: [], totalCount: 0, nextPageToken: '' });
    await bind(grove, uids.b, uid, 'viewer');
    const seen = await list(grove, GROUPS, { order_by: 'name', page_size: 1 }, token);
    expect(seen).toMatchObject({ uids: [uids.b], totalCount: 2 });
    for (const scope of [root, uids.a]) {
      const narrowed = await list(grove, GROUPS, { 'uidp.descendants_of': scope }, token);
      expect(narrowed.uids.toSorted()).toEqual([uids.b, uids.c].sort());
    }
    const above = await list(grove, GROUPS, { 'uidp.ancestors_of': uids.c }, token);
    expect(above.uids).toEqual([uids.b]);
    const elsewhere = await list(grove, GROUPS, { 'uidp.ids': [uids.e, root] }, token);
    expect(elsewhere).toMatchObject({ items: [], totalCount: 0 });
  });
});

describe('groups that contain groups', () => {
  const parents = (groupUids: unknown, token?: string) =>
    grove.post(`${GROUPS}:listParents`, { groupUids }, { token });

  it('are those of the request that list a group', async () => {
    const { a, b, c, d } = uids;
    expect(ok(await parents([d, c, b, a]))).toEqual({ groupUids: [b, a] });
    const nowhere = `${root}/0123456789abcdef`;
    expect(ok(await parents([nowhere, root]))).toEqual({ groupUids: [root] });
  });

  it('are left out for whoever does not see them', async () => {
    const person = await newPerson(grove, root);
    await bind(grove, uids.b, person.uid, 'viewer');
    expect(ok(await parents([root, uids.a, uids.b], person.token))).toEqual({
      groupUids: [uids.b],
    });
  });

  it('are asked for by 1 to 200 uids', async () => {
    for (const bad of [Array.from({ length: 201 }, () => root), ['x'], [], root, undefined]) {
      expect(badFields(await parents(bad))[0]).toMatch(/^groupUids/);
    }
  });
});

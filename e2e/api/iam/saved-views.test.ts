// @module-tag next-long
import { describe, expect } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { savedView } from '#lib/resources/saved-view.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import {
  badFields,
  denied,
  failure,
  ok,
  okEmpty,
  preconditions,
  TIME,
} from '../support/answers.ts';
import { list, listAll } from '../support/lists.ts';
import { bind, newGroup, newPerson, personWith, roleUidOf } from '../support/people.ts';

const VIEWS = '/iam/v2beta1/savedViews';
const EXAMPLE = savedView.example as Json;

let group: string;
let ada: { uid: string; token: string };
let bob: { uid: string; token: string };

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
  ada = await personWith(grove, 'viewer', group);
  bob = await personWith(grove, 'editor', group);
});

const create = (body: Json, token: string, at = group) =>
  grove.post(`${VIEWS}/${at}`, body, { token });
const mine = (name: string): Json => ({ name, collection: 'identities' });
const pathOf = ({ uid }: Json) => `${VIEWS}/${String(uid)}`;
const namesFor = async (token: string, at = group) => {
  const { items } = await list(grove, VIEWS, { 'uidp.children_of': at, order_by: 'name' }, token);
  return items.map(({ name }) => name);
};

describe('a view', () => {
  it('comes back as it was made', async () => {
    const at = await newGroup(grove, group);
    const view = ok(await create(EXAMPLE, bob.token, at));
    expect(view).toEqual({
      ...EXAMPLE,
      uid: expect.stringMatching(`^${at}/[0-9a-f]{16}$`) as string,
      columns: [
        { id: 'artifact', width: 240, hidden: false, pinned: false },
        { id: 'status', width: 0, hidden: true, pinned: false },
      ],
      createTime: expect.stringMatching(TIME) as string,
      updateTime: view['createTime'],
    });
    expect(ok(await grove.get(pathOf(view)))).toEqual(view);
    const least = ok(await create(mine('least'), ada.token, at));
    expect(least).toMatchObject({
      shared: false,
      scope: 'SCOPE_UNSPECIFIED',
      filters: [],
      orderBy: '',
      columns: [],
    });
    const { items } = await list(grove, VIEWS, {
      'uidp.children_of': at,
      collection: 'advisories',
    });
    expect(items).toEqual([view]);
  });

  it.each([
    ['collection', { collection: 'savedViews' }],
    ['collection', { collection: 'nothing' }],
    ['filters', { filters: [{ parameter: 'severities', values: ['CRITICAL'] }] }],
    ['filters', { filters: [{ parameter: 'uidp.in_root', values: ['true'] }] }],
    ['filters', { filters: [{ parameter: 'page_size', values: ['1'] }] }],
    ['filters', { filters: [{ parameter: 'order_by', values: ['name'] }] }],
    ['filters', { filters: [{ parameter: 'name', values: ['a', 'b'] }] }],
    ['filters.0.values', { filters: [{ parameter: 'name', values: [] }] }],
    ['orderBy', { orderBy: 'severity' }],
    ['scope', { scope: 'AROUND' }],
    ['columns', { columns: [{ id: 'a' }, { id: 'a' }] }],
    ['columns.0.width', { columns: [{ id: 'a', width: 99_999 }] }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    expect(badFields(await create({ ...mine('wrong'), ...wrong }, ada.token))).toEqual([field]);
  });

  it('is checked again where it becomes one of another list', async () => {
    const view = ok(await create({ ...mine('was'), orderBy: 'last_seen_at' }, ada.token));
    const answer = await grove.patch(pathOf(view), { collection: 'roles' }, { token: ada.token });
    expect(badFields(answer)).toEqual(['orderBy']);
    okEmpty(await grove.del(pathOf(view), { token: ada.token }));
  });
});

describe('a view of one’s own', () => {
  it('exists for its maker alone', async () => {
    const at = await newGroup(grove, group);
    const view = ok(await create(mine('mine'), ada.token, at));
    expect(await namesFor(ada.token, at)).toEqual(['mine']);
    for (const { token } of [bob, { token: grove.ownerToken }]) {
      expect(await namesFor(token, at)).toEqual([]);
      for (const answer of [
        await grove.get(pathOf(view), { token }),
        await grove.patch(pathOf(view), { name: 'taken' }, { token }),
        await grove.del(pathOf(view), { token }),
      ]) {
        failure(answer, 'NOT_FOUND');
      }
    }
    ok(await grove.patch(pathOf(view), { name: 'still mine' }, { token: ada.token }));
    // Two people may use the same name, one person may not.
    ok(await create(mine('still mine'), bob.token, at));
    failure(await create(mine('still mine'), ada.token, at), 'ALREADY_EXISTS');
  });

  it('is not in the audit log until it is shared', async () => {
    const at = await newGroup(grove, group);
    const about = async (uid: unknown) =>
      (await list(grove, '/iam/v2beta1/auditEvents', { resource: String(uid) })).items;
    const view = ok(await create(mine('quiet'), bob.token, at));
    ok(await grove.patch(pathOf(view), { name: 'quieter' }, { token: bob.token }));
    expect(await about(view['uid'])).toEqual([]);
    ok(await grove.patch(pathOf(view), { shared: true }, { token: bob.token }));
    const [shared, ...others] = await about(view['uid']);
    expect(others).toEqual([]);
    expect(shared).toMatchObject({ operation: 'update', after: { name: 'quieter', shared: true } });
    expect(shared).not.toHaveProperty('before');
  });

  it('is deleted with its creator, and does not keep a group from being deleted', async () => {
    const at = await newGroup(grove, group);
    const eve = await newPerson(grove, grove.rootUid);
    await bind(grove, at, eve.uid, roleUidOf('viewer'));
    const view = ok(await create(mine('of eve'), eve.token, at));
    okEmpty(await grove.del(`/iam/v2beta1/identities/${eve.uid}`));
    failure(await grove.get(pathOf(view)), 'NOT_FOUND');
    ok(await create(mine('of ada'), ada.token, at));
    ok(await create({ ...mine('of all'), shared: true }, bob.token, at));
    okEmpty(await grove.del(`/iam/v2beta1/groups/${at}`));
  });

  it('is one of at most a hundred in a group', async () => {
    const at = await newGroup(grove, group);
    for (let made = 0; made < 100; made += 1) ok(await create(mine(`${made}`), ada.token, at));
    expect(preconditions(await create(mine('one more'), ada.token, at))).toEqual([
      'TOO_MANY_VIEWS',
    ]);
    ok(await create(mine('0'), bob.token, at));
  });
});

describe('a view of the group', () => {
  it('needs the capability to share, also to change and to delete it', async () => {
    const at = await newGroup(grove, group);
    const shared = { ...mine('ours'), shared: true };
    denied(await create(shared, ada.token, at), 'saved_views.share', at);
    const view = ok(await create(shared, bob.token, at));
    const uid = String(view['uid']);
    expect(await namesFor(ada.token, at)).toEqual(['ours']);
    const { token } = ada;
    for (const body of [{ name: 'mine' }, { shared: false }]) {
      denied(await grove.patch(pathOf(view), body, { token }), 'saved_views.share', uid);
    }
    denied(await grove.del(pathOf(view), { token }), 'saved_views.share', uid);
    const own = ok(await create(mine('own'), token, at));
    const answer = await grove.patch(pathOf(own), { shared: true }, { token });
    denied(answer, 'saved_views.share', String(own['uid']));

    ok(await grove.patch(pathOf(view), { shared: false }, { token: bob.token }));
    expect(await namesFor(token, at)).toEqual(['own']);
    expect(await namesFor(bob.token, at)).toEqual(['ours']);
  });

  it('is seen by those who may list what it shows', async () => {
    const at = await newGroup(grove, group);
    const { token } = await personWith(grove, 'registry.viewer', at);
    const view = ok(await create({ ...EXAMPLE, name: 'advisories' }, bob.token, at));
    ok(await create({ name: 'repos', collection: 'repos', shared: true }, bob.token, at));
    expect(await namesFor(token, at)).toEqual(['repos']);
    expect(await namesFor(ada.token, at)).toEqual(['advisories', 'repos']);
    failure(await grove.get(pathOf(view), { token }), 'NOT_FOUND');
    const own = { name: 'own', collection: 'advisories' };
    denied(await create(own, token, at), 'advisories.list', at);
    ok(await create({ ...own, collection: 'tags' }, token, at));
  });
});

it('ends a page of large views early, and leads on', async () => {
  const at = await newGroup(grove, grove.rootUid);
  const COUNT = 5;
  const filters = [{ parameter: 'query', values: ['x'.repeat(1.5 * 1024 * 1024)] }];
  const times = { createTime: new Date(), updateTime: new Date() };
  for (let nth = 0; nth < COUNT; nth += 1) {
    const columns = { parent: at, name: `view ${nth}`, collection: 'groups', filters, columns: [] };
    await transaction((tx) =>
      tx.insert('SavedView', { uid: newChildUid(at), ...columns, ...times }),
    );
  }
  const params = { 'uidp.children_of': at };
  const first = await list(grove, VIEWS, params);
  expect(first.uids).toHaveLength(3);
  expect(await listAll(grove, VIEWS, params)).toHaveLength(COUNT);
});

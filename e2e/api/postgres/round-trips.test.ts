import { afterEach, expect, vi } from 'vitest';
import { REVISION } from '#lib/store/postgres/primary.ts';
import { pageReads } from '#lib/auth/identify.ts';
import { handleApi } from '#lib/transport/rest/rest.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { query } from '../support/database.ts';
import { as, signIn, someone } from '../support/own-accounts.ts';
import { bind, newGroup, personWith, roleUidOf } from '../support/people.ts';
import { insertAdvisory, insertRepo, insertTag } from '../support/rows.ts';
import { intercept } from '../../support/statements.ts';

const MATCH = { issuer: 'https://ci.example.com', subject: 'another' };

const named: string[] = [];
let repo = '';

it.beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) named.push(await newGroup(grove, grove.rootUid));
  named.push(await newGroup(grove, named[0] ?? ''));
  repo = await insertRepo(grove.rootUid, 'image');
  for (const name of ['1', '2', '3']) {
    await insertTag(repo, name);
    const more = { severity: 3, status: 'FIXED', aliases: ['CVE-2026-1'] };
    await insertAdvisory(grove.rootUid, `CGA-${name}`, more);
    await personWith(grove, 'viewer', named[1] ?? '');
  }
});

afterEach(() => vi.restoreAllMocks());

/** The number of times that a request waits for the database. Statements sent during a wait belong to it. */
async function waits(request: () => Promise<unknown>): Promise<number> {
  let open = 0;
  let begun = 0;
  intercept(async (text, send) => {
    // Nobody waits for the end of a snapshot.
    if (text === 'COMMIT') return send();
    if (open === 0) begun += 1;
    open += 1;
    try {
      return await send();
    } finally {
      open -= 1;
    }
  });
  await request();
  vi.restoreAllMocks();
  return begun;
}

/** The median number of waits, because statements of background jobs add or hide one. */
async function usualOf(request: () => Promise<unknown>): Promise<number> {
  await request();
  const counted: number[] = [];
  for (let time = 0; time < 7; time += 1) counted.push(await waits(request));
  return counted.sort((a, b) => a - b)[3] ?? 0;
}

const usual = (path: string, token = grove.ownerToken): Promise<number> =>
  usualOf(async () => ok(await grove.get(path, { token })));

const GROUPS = '/iam/v2beta1/groups';
const below = (path = GROUPS) => `${path}?uidp.descendants_of=${grove.rootUid}`;
const children = () => `${GROUPS}?uidp.children_of=${grove.rootUid}`;

it.each([
  ['everything below a group', () => below()],
  ['everything below a group by name', () => `${below()}&order_by=name`],
  ['a page that skips some', () => `${below()}&order_by=created_at%20desc&skip=1`],
  ['the children of a group', children],
  ['the children of a group by name', () => `${children()}&order_by=name%20desc`],
])('reads %s with three round trips to the database', async (_what, path) => {
  expect(await usual(path())).toBe(3);
});

it('reads a row by its uid with two round trips', async () => {
  expect(await usual(`${GROUPS}/${grove.rootUid}`)).toBe(2);
});

/** The revision, the lock with all that is asked for at once, what the write needs, the row, the record, the commit. */
it('creates and updates a group with six round trips, and deletes one with eight', async () => {
  let count = 0;
  const create = async () =>
    ok(await grove.post(`${GROUPS}/${grove.rootUid}`, { name: `round ${(count += 1)}` }));
  expect(await usualOf(create)).toBeLessThanOrEqual(6);
  const created = ok(await grove.get(`${GROUPS}?uidp.children_of=${grove.rootUid}&query=round`));
  const uids = (created['groups'] as { uid: string }[]).map(({ uid }) => uid);
  const update = async () => {
    const body = { description: `${(count += 1)}` };
    ok(await grove.patch(`${GROUPS}/${uids[0]}?updateMask=description`, body));
  };
  expect(await usualOf(update)).toBeLessThanOrEqual(6);
  const remove = async () => ok(await grove.del(`${GROUPS}/${uids.pop()}`));
  expect(await usualOf(remove)).toBeLessThanOrEqual(8);
});

it('explains access with three round trips', async () => {
  const body = { identityUid: grove.ownerUid, groupUid: named.at(-1) ?? '' };
  const explain = async () => ok(await grove.post('/iam/v2beta1/access:explain', body));
  expect(await usualOf(explain)).toBeLessThanOrEqual(3);
});

/** What the console asks for its pages. The first two round trips find the visitor. */
it.each([
  ['a group', () => `${GROUPS}/${grove.rootUid}`, 3],
  ['the visitor', () => '/auth/v1/me', 4],
  ['the policy', () => `/iam/v2beta1/groups:getPolicy?group_uid=${grove.rootUid}`, 3],
  ['the summary of a group', () => `/iam/v2beta1/groups:summarize?group_uid=${grove.rootUid}`, 6],
])('reads %s for a session with few round trips', async (_what, path, most) => {
  const { browser } = await someone(grove);
  const read = async () => ok(await grove.get(path(), as(browser)));
  expect(await usualOf(read)).toBeLessThanOrEqual(most);
});

it('finds the visitor once for all that a page reads', async () => {
  const { browser } = await someone(grove);
  const init = { headers: { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' } };
  const read = async (uid: string) => {
    const answer = await handleApi(new Request(`${grove.url}${GROUPS}/${uid}`, init));
    expect(answer.status).toBe(200);
  };
  const page = () =>
    pageReads.run({}, async () => {
      await Promise.all(named.map(read));
      await read(grove.rootUid);
    });
  expect(await usualOf(page)).toBeLessThanOrEqual(4);
});

it('finds a caller again only after a change that access follows from', async () => {
  const { uid } = await personWith(grove, 'viewer', grove.rootUid);
  const path = `/iam/v2beta1/identities/${uid}`;
  const get = async () => ok(await grove.get(path));
  const after = async (columns: Json) => {
    await get();
    ok(await grove.patch(path, columns));
    return waits(get);
  };
  const [name, description] = [newName('person'), 'has left'];
  expect(await after({ name, description })).toBe(2);
  await query(`INSERT INTO "Setting" ("key", "value") VALUES ('trial', '')`);
  expect(await waits(get)).toBe(2);
  expect(await after({ claimMatch: MATCH })).toBeGreaterThan(2);
});

it('signs somebody in with at most thirty round trips', async () => {
  const { email } = await someone(grove);
  expect(await usualOf(() => signIn(grove, email))).toBeLessThanOrEqual(30);
});

it.each([
  ['everything', () => ''],
  ['everything by name', () => '&order_by=name'],
  ['the children of one of them', (group: string) => `&uidp.children_of=${group}`],
])(
  'reads %s of a caller of several groups with three or four, page after page',
  async (_what, more) => {
    const groups = [await newGroup(grove, grove.rootUid), await newGroup(grove, grove.rootUid)];
    const [one = '', other = ''] = groups;
    const { uid, token } = await personWith(grove, 'viewer', one);
    await bind(grove, other, uid, 'viewer');
    for (let count = 0; count < 15; count += 1) await newGroup(grove, one);
    await newGroup(grove, other);
    const first = `${GROUPS}?page_size=10${more(one)}`;
    expect(await usual(first, token)).toBe(3);
    const { nextPageToken } = ok(await grove.get(first, { token }));
    // A walk that ends before its limit may ask whether it came to the end.
    const next = `${first}&page_token=${String(nextPageToken)}`;
    expect(await usual(next, token)).toBeLessThanOrEqual(4);
  },
);

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';
const inRoot = `${GROUPS}?uidp.in_root=true`;
const several = 'severities=HIGH&severities=LOW';

/** Two rows on three pages of one, so that every page has to be counted. */
it.each([
  ['of some severities', () => `${ADVISORIES}?${several}&order_by=created_at%20desc`],
  ['with a text', () => `${ADVISORIES}?query=ssl`],
  ['of a status below a group', () => `${below(ADVISORIES)}&statuses=FIXED`],
  ['with an alias', () => `${ADVISORIES}?aliases=CVE-2026-1`],
  ['with a name', () => `${ADVISORIES}?artifact_names=openssl&order_by=severity`],
  ['by uids', () => `${GROUPS}?uidp.ids=${named.join('&uidp.ids=')}&order_by=name`],
  ['above a group', () => `${GROUPS}?uidp.ancestors_of=${named.at(-1) ?? ''}`],
  ['with bindings, hydrated', () => '/iam/v2beta1/roleBindings?order_by=created_at'],
  ['of a role', () => `/iam/v2beta1/roleBindings?role=${roleUidOf('viewer')}`],
  ['in a repository', () => `/registry/v2beta1/tags?uidp.children_of=${repo}`],
  [
    'in a repository by name',
    () => `/registry/v2beta1/tags?uidp.children_of=${repo}&order_by=name`,
  ],
])('reads a list %s with up to four round trips, page after page', async (_what, path) => {
  const first = `${path()}&page_size=1`;
  expect(await usual(first)).toBeLessThanOrEqual(4);
  const { nextPageToken, totalCount } = ok(await grove.get(first));
  expect(Number(totalCount)).toBeGreaterThan(1);
  expect(await usual(`${first}&page_token=${String(nextPageToken)}`)).toBeLessThanOrEqual(4);
  expect(await usual(`${path()}&skip=1000`)).toBeLessThanOrEqual(3);
});

it.each([
  ['below a group', () => below('/registry/v2beta1/registrySources')],
  [
    'below a group by time',
    () => `${below('/registry/v2beta1/registrySources')}&order_by=created_at`,
  ],
  ['in a group', () => `/registry/v2beta1/repos?uidp.children_of=${named[0] ?? ''}`],
  [
    'in a group by name',
    () => `/registry/v2beta1/repos?uidp.children_of=${named[0] ?? ''}&order_by=name`,
  ],
  ['that a filter finds', () => `${GROUPS}?name=nobody`],
  ['of what there is in root groups', () => `${inRoot}&name=nobody`],
])('reads an empty list %s with two round trips', async (_what, path) => {
  expect(ok(await grove.get(path()))['totalCount']).toBe('0');
  expect(await usual(path())).toBe(2);
});

it.each(['', '&order_by=name%20desc', '&order_by=created_at'])(
  'reads everything of a caller of thirty groups with up to four round trips%s',
  async (order) => {
    const { uid, token } = await personWith(grove, 'viewer', await newGroup(grove, grove.rootUid));
    for (let count = 0; count < 29; count += 1) {
      const group = await newGroup(grove, grove.rootUid);
      await bind(grove, group, uid, 'viewer');
      await newGroup(grove, group);
    }
    const first = `${GROUPS}?page_size=10${order}`;
    expect(await usual(first, token)).toBeLessThanOrEqual(4);
    const { nextPageToken, totalCount } = ok(await grove.get(first, { token }));
    expect(totalCount).toBe('59');
    expect(await usual(`${first}&page_token=${String(nextPageToken)}`, token)).toBeLessThanOrEqual(
      4,
    );
  },
);

it('shows nothing to a caller who loses access between the first question and the rows', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const person = await personWith(grove, 'viewer', group);
  const list = () =>
    grove.get(`/iam/v2beta1/groups?uidp.descendants_of=${group}`, { token: person.token });
  ok(await list());
  let isRevoked = false;
  intercept(async (text, send) => {
    const answer = await send();
    if (text === REVISION && !isRevoked) {
      isRevoked = true;
      // Writes like another process.
      await query('DELETE FROM "RoleBinding" WHERE "identityUid" = ?', person.uid);
    }
    return answer;
  });
  failure(await list(), 'ABORTED');
  expect(isRevoked).toBe(true);
});

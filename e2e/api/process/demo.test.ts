import { expect } from 'vitest';
import { rowsIn } from '../support/database.ts';
import { demo } from '../../../cli/demo.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { list } from '../support/lists.ts';

const EMAIL = 'demo@acme.example';
const NAMED = ['--name', 'demo', '--owner-email', EMAIL];

let said: string;
let root: string;
let token: string;

it.beforeAll(async () => {
  said = await demo(NAMED);
  const { identityUid } = await rowsIn('Account').findOnly({ where: { email: EMAIL } });
  const identity = await rowsIn('Identity').findOnly({ where: { uid: identityUid } });
  root = identity.parent;
  token = await grove.token(identity.uid);
});

it('prints how to sign in if a server already runs', async () => {
  expect(said).toContain(grove.url);
  expect(said).toContain(EMAIL);
  const password = /Password +(\S+)/.exec(said)?.[1] ?? '';
  expect(await new TestBrowser(grove.url).signIn(EMAIL, password)).toBeNull();
});

it('refuses a name that is taken, and leaves everything as it is', async () => {
  await expect(demo(NAMED)).rejects.toThrow(/there already is an organization demo in/);
  await expect(demo(['--name', 'other', '--owner-email', EMAIL])).rejects.toThrow(
    /already is an account/,
  );
  expect(await rowsIn('Group').count({ where: { parent: '' } })).toBe(2);
});

it.each([
  ['/iam/v2beta1/groups', 200],
  ['/iam/v2beta1/identities', 400],
  ['/iam/v2beta1/roles', 6],
  ['/iam/v2beta1/roleBindings', 1000],
  ['/iam/v2beta1/identityProviders', 2],
  ['/iam/v2beta1/accountAssociations', 1],
  ['/iam/v2beta1/groupInvites', 4],
  ['/iam/v2beta1/requestRules', 2],
  ['/registry/v2beta1/repos', 50],
  ['/vulnerabilities/v2beta1/advisories', 2000],
])('serves %s', async (path, count) => {
  const below = { 'uidp.descendants_of': root };
  const page = await list(grove, path, { ...below, page_size: 200 }, token);
  expect(page.totalCount).toBe(count);
  const [first] = page.items;
  const one = ok(await grove.get(`${path}/${String(first?.['uid'])}`, { token }));
  expect(one).toEqual(first);
});

it('serves tags, and an audit event for each creation', async () => {
  const repos = await list(grove, '/registry/v2beta1/repos', { name: 'nginx' }, token);
  const [nginx] = repos.uids;
  const tags = await list(
    grove,
    '/registry/v2beta1/tags',
    { 'uidp.children_of': nginx ?? '', name: 'latest' },
    token,
  );
  expect(tags.items).toEqual([
    expect.objectContaining({ digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string }),
  ]);
  const query = { 'uidp.descendants_of': root };
  const records = await list(grove, '/iam/v2beta1/auditEvents', query, token);
  expect(records.totalCount).toBeGreaterThan(1600);
});

it('finds advisories by an alias', async () => {
  const path = '/vulnerabilities/v2beta1/advisories';
  const [first] = (await list(grove, path, { page_size: 1 }, token)).items;
  const [alias = ''] = (first as Json)['aliases'] as string[];
  const found = await list(grove, path, { aliases: alias, page_size: 200 }, token);
  expect(found.uids).toContain(first?.['uid']);
});

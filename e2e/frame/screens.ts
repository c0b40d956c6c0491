/**
 * Every screen of the app with content, so that rules for all screens are tested on all of them.
 */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Grove, makeGroup } from '../fixtures.ts';
import { insertHoldings } from '../groups/holdings.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { bind, makeIdentity } from '../people/identities.ts';

/**
 * The routes, named like their folders: `/groups/[group]/children`. A new one is tested
 * automatically.
 */
export const ROUTES: readonly string[] = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => `/${dirname(file).replace(/\([^)]*\)\/?/g, '')}`.replace(/\/\.?$/, '') || '/')
  .sort();

type Uids = Readonly<Record<string, string>>;

const OIDC = { issuer: 'https://login.example.com', clientId: 'grove', clientSecret: 'secret' };

const filled = new Map<string, Promise<Uids>>();

async function fill(page: Page, grove: Grove): Promise<Uids> {
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const make = async (collection: string, parent: string, data: object, domain = 'iam') => {
    const answer = await page.request.post(`/${domain}/v2beta1/${collection}/${parent}`, {
      data,
      headers,
    });
    expect(answer.status()).toBe(200);
    return (await answer.json()) as { uid: string };
  };
  const first = async (path: string, member: string) => {
    const answer = await page.request.get(path);
    const list = (await answer.json()) as Record<string, { uid: string }[]>;
    return list[member]?.[0]?.uid ?? '';
  };
  const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'screens');
  const child = await makeGroup(page, grove, group, 'inside');
  const identity = await makeIdentity(page, grove, group);
  await bind(page, grove, group, identity.uid, 'viewer');
  const role = await make('roles', group, { name: 'reader', capabilities: ['groups.list'] });
  const provider = await make('identityProviders', group, { name: 'staff', oidc: OIDC });
  await make('accountAssociations', group, { name: 'cloud', amazon: { account: '123456789012' } });
  const registry = { url: 'https://registry.example.com', username: 'reader', password: 'secret' };
  await make('registrySources', group, registry, 'registry');
  await make('groupInvites', group, { roleUid: role.uid, ttl: '86400s' });
  await make('identityKeys', group, { name: 'key', identityUid: identity.uid, ttl: '86400s' });
  const me = (await (await page.request.get('/auth/v1/me')).json()) as {
    identities: { uid: string }[];
  };
  const rule = await make('requestRules', group, {
    name: 'for a while',
    roles: [role.uid],
    requesterIdentities: [me.identities[0]?.uid],
    maxDuration: '7200s',
  });
  const request = await make('accessRequests', group, {
    ruleUid: rule.uid,
    roleUid: role.uid,
    duration: '3600s',
    reason: 'OPS-1234: look at it',
  });
  const made = [
    'RequestRule',
    'AccessRequest',
    'Group',
    'Identity',
    'Role',
    'RoleBinding',
    'IdentityProvider',
    'GroupInvite',
    'IdentityKey',
  ];
  const others = new Map<string, string>();
  for (const { type, example, collection, domain, distinct, words } of RESOURCES) {
    const isAlone = distinct?.some(({ columns }) => columns.join() === 'parent');
    if (made.includes(type) || example === undefined || isAlone) continue;
    // The last part of a route names its resource: `[note]`.
    const segment = words[0].split(' ').at(-1) ?? '';
    others.set(segment, (await make(collection, group, example, domain)).uid);
  }
  await insertHoldings(grove, group);
  const here = `?uidp.children_of=${encodeURIComponent(group)}&page_size=1`;
  return {
    ...Object.fromEntries(others),
    group,
    child: child.uid,
    identity: identity.uid,
    role: role.uid,
    provider: provider.uid,
    request: request.uid,
    repo: await first(`/registry/v2beta1/repos${here}`, 'repos'),
    advisory: await first(`/vulnerabilities/v2beta1/advisories${here}`, 'advisories'),
    event: await first(`/iam/v2beta1/auditEvents${here}`, 'auditEvents'),
    binding: await first(`/iam/v2beta1/roleBindings${here}`, 'roleBindings'),
    viewer: await first('/iam/v2beta1/roles?name=viewer', 'roles'),
  };
}

/** The resources of a group with one of each kind, by the names of the routes. Made once in each worker. */
export function screenUids(page: Page, grove: Grove): Promise<Uids> {
  const filling = filled.get(grove.url) ?? fill(page, grove);
  filled.set(grove.url, filling);
  return filling;
}

/** The address of a route with content. `page` has the owner's session. */
export async function screenUrl(page: Page, grove: Grove, route: string): Promise<string> {
  const uids = await screenUids(page, grove);
  const document = route.replace('[[...slug]]', 'running-sign-in');
  const path = document.replace(/\[(\w+)\]/g, (_, name: string) => {
    const uid = uids[name];
    if (uid === undefined || uid === '') throw new Error(`no screen has a ${name} yet`);
    return uid.replaceAll('/', '.');
  });
  const { group = '', identity = '', role = '', viewer = '' } = uids;
  const queries: Readonly<Record<string, Record<string, string>>> = {
    '/api-reference': { operation: 'UpdateIdentity' },
    '/my-access/ask': { group },
    '/explain': { identity, group, capability: 'groups.list' },
    '/groups/[group]/roles/compare': { a: role, b: viewer },
  };
  const query = queries[route];
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

/** Whatever several organizations write at two processes at the same time, counts, limits, owners and records are exact. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { changeLimits } from '#lib/service/groups/limits.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import { below } from '#lib/store/predicates.ts';
import { committed, openDatabase, verify } from '#lib/store/store.ts';
import { randomly } from '../../support/random.ts';
import { rowsIn } from '../support/database.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ask, type Reply } from './cluster-clients.ts';

const IAM = '/iam/v2beta1';
const ORGANIZATIONS = 2;
/** Of all organizations of a share together. */
const MOST_GROUPS = 5;
const OWNER = builtInRole('owner').uid;

let installation: ServerProcess;
let urls: string[];

beforeAll(async () => {
  installation = await newServerProcess();
  const [one, other] = [await installation.beside(), await installation.beside()];
  await Promise.all([one.start(), other.start()]);
  urls = [one, other].map(({ address }) => `http://${address}`);
  await openDatabase();
});

afterAll(() => installation.remove());

interface Owner {
  binding: string;
  token: string;
}

interface Organization {
  roots: string[];
  owners: Owner[];
  groups: string[];
  acknowledged: { id: string; created: number }[];
}

let count = 0;
const text = () => `random ${(count += 1)}`;

const at = <One>(list: readonly One[], index: number): One | undefined =>
  list[index % Math.max(1, list.length)];

async function made(caller: Owner, path: string, body: object): Promise<string> {
  const reply = await ask({ url: urls[0] ?? '', token: caller.token }, 'POST', IAM + path, body);
  expect([reply.status, reply.body]).toEqual([200, expect.anything()]);
  return String((JSON.parse(reply.body) as { uid: string }).uid);
}

/** With two owners and a second root group, which an owner has founded. */
async function newOrganization(): Promise<Organization> {
  const { group, identity } = await createOrganization({
    name: text(),
    ownerEmail: `${text().replace(' ', '-')}@example.com`,
    ownerPassword: 'correct horse battery staple',
  });
  const [root, first] = [String(group['uid']), String(identity['uid'])];
  const owner = { binding: '', token: await mintToken(first, 3_600) };
  const name = text();
  const claimMatch = { issuer: 'https://people.example.com', subject: name };
  const uid = await made(owner, `/identities/${root}`, { name, claimMatch });
  const body = { identityUid: uid, roleUid: OWNER };
  const binding = await made(owner, `/roleBindings/${root}`, body);
  const [own] = await rowsIn('RoleBinding').findMany({ where: { identityUid: first } });
  const founded = await made(owner, '/groups', { name: text() });
  await changeLimits(root, new Map([['groups', MOST_GROUPS]]));
  return {
    roots: [root, founded],
    owners: [
      { ...owner, binding: String(own?.uid) },
      { binding, token: await mintToken(uid, 3_600) },
    ],
    groups: [],
    acknowledged: [],
  };
}

const step = fc.record({
  organization: fc.nat(ORGANIZATIONS - 1),
  process: fc.nat(1),
  owner: fc.nat(1),
  at: fc.nat(20),
  kind: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom('create', 'rename', 'create', 'rename', 'delete', 'role'),
    },
    { weight: 1, arbitrary: fc.constantFrom('identity', 'leave') },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The request of a step, and by how many groups its success changes their number. */
function requestOf(one: Step, { roots, owners, groups }: Organization) {
  const root = at(roots, one.at) ?? '';
  const group = at(groups, one.at);
  const claimMatch = { issuer: 'https://people.example.com', subject: text() };
  switch (one.kind) {
    case 'create':
      return ['POST', `/groups/${at([...roots, ...groups], one.at)}`, { name: text() }] as const;
    case 'rename':
      return ['PATCH', `/groups/${group ?? roots[0]}`, { description: text() }] as const;
    case 'delete':
      return ['DELETE', `/groups/${group ?? 'none'}`] as const;
    case 'role':
      return ['POST', `/roles/${root}`, { name: text(), capabilities: ['groups.list'] }] as const;
    case 'identity':
      return ['POST', `/identities/${roots[0]}`, { name: text(), claimMatch }] as const;
    case 'leave':
      return ['DELETE', `/roleBindings/${at(owners, one.at)?.binding}`] as const;
  }
}

/** What may be answered: a limit, the last owner, an owner who has left, a group that is not there or not empty. */
const EXPECTED = [200, 400, 403, 404, 409, 429];

async function take(one: Step, organization: Organization): Promise<void> {
  const [method, path, body] = requestOf(one, organization);
  const caller = {
    url: urls[one.process] ?? '',
    token: at(organization.owners, one.owner)?.token ?? '',
  };
  const reply: Reply = await ask(caller, method, IAM + path, body);
  expect(EXPECTED, reply.body).toContain(reply.status);
  if (reply.status !== 200) return;
  if (one.kind === 'create') organization.groups.push(String(JSON.parse(reply.body).uid));
  const created = one.kind === 'create' ? 1 : one.kind === 'delete' ? -1 : 0;
  organization.acknowledged.push({ id: String(reply.headers.get('x-request-id')), created });
}

async function expectExact({ roots, acknowledged }: Organization): Promise<void> {
  const [first = ''] = roots;
  const owners = await rowsIn('RoleBinding').findMany({ where: { parent: first, roleUid: OWNER } });
  expect(owners.length).toBeGreaterThan(0);
  const groups = await committed.count('Group', below(...roots));
  expect(groups).toBe(acknowledged.reduce((sum, { created }) => sum + created, 0));
  // The second root group counts, too.
  expect(groups + 1).toBeLessThanOrEqual(MOST_GROUPS);
  const records = await rowsIn('AuditEvent').findMany({ where: { result: 'OK' } });
  const ids = new Set(records.map(({ requestId }) => requestId));
  expect(acknowledged.filter(({ id }) => !ids.has(id))).toEqual([]);
  for (const root of roots) expect((await verifyChain(root)).findings).toEqual([]);
}

it('writes of several organizations at two processes leave everything exact', async () => {
  const steps = fc.array(step, { minLength: 100, maxLength: 150 });
  const property = fc.asyncProperty(steps, async (history) => {
    const all = await Promise.all(Array.from({ length: ORGANIZATIONS }, newOrganization));
    await Promise.all(
      all.flatMap((organization, index) => {
        const here = history.filter((one) => one.organization === index);
        // Each owner sends one request after the other to each process.
        const clients = Map.groupBy(here, (one) => `${one.process} ${one.owner}`);
        return [...clients.values()].map(async (own) => {
          for (const one of own) await take(one, organization);
        });
      }),
    );
    for (const one of all) await expectExact(one);
    expect(await verify()).toEqual([]);
  });
  await fc.assert(property, randomly(3));
});

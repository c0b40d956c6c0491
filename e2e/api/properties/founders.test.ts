// @module-tag many-runs
/**
 * Whatever somebody founds and deletes, and whatever limits an operator sets meanwhile: all of their
 * organizations hold and take together what the first one could by itself.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { config } from '#lib/config.ts';
import { takeRecordBytes } from '#lib/limits/record-bytes.ts';
import { shareOf } from '#lib/limits/shares.ts';
import type { LimitName } from '#lib/resources/resource-limits.ts';
import { changeLimits } from '#lib/service/groups/limits.ts';
import { assertUntil, randomly } from '../../support/random.ts';
import { grove, issuer, newName, withIssuer, withSettings } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, okEmpty } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization, register } from '../support/organizations.ts';
import { bind } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const MOST_ROOTS = 4;

const it = withSettings(
  {
    GROVE_MAX_ROOT_GROUPS: String(MOST_ROOTS),
    GROVE_RATE_LIMITS_OFF: '1',
  },
  withIssuer,
);
const QUOTA = 200_000;
const RECORD = 30_000;

it.beforeAll(() => {
  Object.assign(config(), { auditQuota: QUOTA });
});

const KINDS = ['found', 'delete', 'group', 'identity', 'record', 'limit'] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    at: fc.nat(11),
    most: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 8, maxLength: 24 },
);

/** A person who owns all organizations of a share. The operator made the first one. */
interface World {
  first: string;
  token: string;
  limits: Record<'groups' | 'identities', number>;
  recorded: number;
}

async function newWorld(): Promise<World> {
  const acme = await newOrganization(grove);
  const subject = newName('founder');
  const uid = await register(grove, acme, { issuer: issuer.issuer, subject });
  await bind(grove, acme.root, uid, 'owner', acme);
  const token = await issuer.sign({ sub: subject, aud: grove.url });
  await rowsIn('Account').delete();
  okEmpty(await grove.del(`${IAM}/identities/${acme.owner}`, { token }));
  return {
    first: acme.root,
    token,
    limits: { groups: Infinity, identities: Infinity },
    recorded: 0,
  };
}

/** The root groups, the first one before the others if it still exists. */
async function rootsOf({ first }: World): Promise<string[]> {
  const rows = await rowsIn('Group').findMany({ where: { parent: '' } });
  const uids = rows.filter(({ uid, foundedBy }) => uid === first || foundedBy === first);
  return uids.map(({ uid }) => uid).toSorted((a, b) => Number(b === first) - Number(a === first));
}

/** What counts towards a limit, in all of them. */
async function heldBy(world: World, limit: 'groups' | 'identities'): Promise<number> {
  const roots = await rootsOf(world);
  const rows = await rowsIn(limit === 'groups' ? 'Group' : 'Identity').findMany({ where: {} });
  const inside = rows.filter(({ uid }) => roots.some((root) => uid.startsWith(`${root}/`)));
  const founded = roots.filter((root) => root !== world.first);
  return inside.length + (limit === 'groups' ? founded.length : 0);
}

/** It is refused if, and only if, the limit leaves no room for one more. */
async function expectWithin(
  world: World,
  limits: readonly ('groups' | 'identities')[],
  create: () => Promise<Answer>,
): Promise<void> {
  const isFull = [];
  for (const limit of limits) isFull.push((await heldBy(world, limit)) >= world.limits[limit]);
  const answer = await create();
  if (isFull.includes(true)) failure(answer, 'RESOURCE_EXHAUSTED');
  else ok(answer);
}

async function empty(root: string, { token }: World): Promise<void> {
  for (const collection of ['groups', 'identities']) {
    const path = `${IAM}/${collection}?uidp.children_of=${root}&page_size=200`;
    const { [collection]: found } = ok(await grove.get(path, { token }));
    for (const one of found as Json[]) {
      if (!String(one['name']).startsWith('made ')) continue;
      okEmpty(await grove.del(`${IAM}/${collection}/${String(one['uid'])}`, { token }));
    }
  }
}

const met = new Set<string>();

const STEPS: Record<
  (typeof KINDS)[number],
  (world: World, root: string, roots: readonly string[], most: number) => Promise<void>
> = {
  async found(world, _root, roots) {
    const { token } = world;
    const create = () => grove.post(`${IAM}/groups`, { name: newName('made') }, { token });
    if (roots.length >= MOST_ROOTS) {
      met.add('full');
      return void failure(await create(), 'RESOURCE_EXHAUSTED');
    }
    await expectWithin(world, ['groups', 'identities'], create);
    expect((await rootsOf(world)).length - roots.length).toBeLessThanOrEqual(1);
  },
  async delete(world, root, roots) {
    if (roots.length === 1) return;
    if (root === world.first) met.add('first deleted');
    await empty(root, world);
    okEmpty(await grove.del(`${IAM}/groups/${root}`, { token: world.token }));
  },
  async group(world, root) {
    const name = newName('made');
    const { token } = world;
    await expectWithin(world, ['groups'], () =>
      grove.post(`${IAM}/groups/${root}`, { name }, { token }),
    );
  },
  async identity(world, root) {
    const name = newName('made');
    const body = { name, claimMatch: { issuer: 'https://ci.example.com', subject: name } };
    const { token } = world;
    await expectWithin(world, ['identities'], () =>
      grove.post(`${IAM}/identities/${root}`, body, { token }),
    );
  },
  async record(world, root) {
    if (takeRecordBytes(await shareOf(root), RECORD, false)) world.recorded += RECORD;
    else met.add('quota');
    expect(world.recorded).toBeLessThanOrEqual(QUOTA);
  },
  async limit(world, _root, _roots, most) {
    const name: LimitName = most % 2 === 0 ? 'groups' : 'identities';
    world.limits[name] = most;
    await changeLimits(world.first, new Map([[name, most]]));
  },
};

it('founding gives nobody more', async () => {
  const property = fc.asyncProperty(steps, async (history) => {
    const world = await newWorld();
    for (const { kind, at, most } of history) {
      const roots = await rootsOf(world);
      await STEPS[kind](world, roots[at % roots.length] ?? '', roots, most);
      met.add(kind);
    }
    for (const root of await rootsOf(world)) expect(await shareOf(root)).toBe(world.first);
  });
  const cases = [...KINDS, 'full', 'first deleted', 'quota'];
  await assertUntil(property, randomly(5), () => cases.every((one) => met.has(one)));
});

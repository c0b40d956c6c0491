/** Organizations that somebody founds, and the share that they have together. */
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { stopCounting } from '#lib/limits/request-rates.ts';
import type { LimitName } from '#lib/resources/resource-limits.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { changeLimits, limitsFor } from '#lib/service/groups/limits.ts';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import { until } from '../../support/until.ts';
import { grove, newName, withSettings } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, okEmpty, overLimit } from '../support/answers.ts';
import { query, rowsIn } from '../support/database.ts';
import { newOrganization, register } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, newGroup } from '../support/people.ts';

const it = withSettings({ GROVE_RATE_FOUND: '20/3600' });

const IAM = '/iam/v2beta1';
const GROUPS = `${IAM}/groups`;

let first: Organization;
const defaults = { founders: 'owners', rootGroups: 100 } as const;

beforeEach(async () => {
  await stopCounting();
  await query('DELETE FROM "RequestBucket"');
  first = await newOrganization(grove);
});

afterEach(() => Object.assign(config(), defaults));

type By = Pick<Organization, 'token'>;

const found = (by: By = first): Promise<Answer> =>
  grove.post(GROUPS, { name: newName('founded') }, by);

const rootOf = (answer: Answer): string => String(ok(answer)['uid']);

const limit = (group: string, name: LimitName, most: number) =>
  changeLimits(group, new Map([[name, most]]));

function addIdentity(parent: string, by: By = first): Promise<Answer> {
  const name = newName('identity');
  const claimMatch = { issuer: 'https://ci.example.com', subject: name };
  return grove.post(`${IAM}/identities/${parent}`, { name, claimMatch }, by);
}

const foundedBy = async (uid: string) =>
  (await rowsIn('Group').findOnly({ where: { uid } })).foundedBy;

const remove = async (root: string, by: By = first) =>
  okEmpty(await grove.del(`${GROUPS}/${root}`, by));

async function ownerOf(root: string): Promise<By> {
  const { uid } = ok(await addIdentity(root));
  await bind(grove, root, String(uid), 'owner', first);
  return { token: await grove.token(String(uid)) };
}

describe('a root group', () => {
  it('belongs to the share of the organization that its founder acted from', async () => {
    expect(await foundedBy(first.root)).toBeNull();
    expect(await foundedBy(rootOf(await found()))).toBe(first.root);
  });

  it('that is founded from a founded one belongs to the share of the first', async () => {
    const second = rootOf(await found());
    const third = rootOf(await found(await ownerOf(second)));
    expect(await foundedBy(third)).toBe(first.root);
  });

  it('belongs to the organization of its founder, even if a stranger made them an owner', async () => {
    const stranger = await newOrganization(grove);
    const named = { issuer: grove.url, subject: first.owner };
    await bind(grove, stranger.root, await register(grove, stranger, named), 'owner', stranger);
    expect(await foundedBy(rootOf(await found()))).toBe(first.root);
  });

  it('belongs to the organization that its founder has used, even if a stranger named them before', async () => {
    const issuer = await startOidcIssuer();
    const claimMatch = { issuer: issuer.issuer, subject: newName('founder') };
    const stranger = await newOrganization(grove);
    for (const one of [stranger, first]) {
      await bind(grove, one.root, await register(grove, one, claimMatch), 'owner', one);
    }
    const by = { token: await issuer.sign({ sub: claimMatch.subject, aud: grove.url }) };
    ok(await grove.get(`${GROUPS}/${first.root}`, by));
    await until(async () => {
      const rows = await rowsIn('Identity').findMany({ where: claimMatch });
      const seen = rows.filter((row) => row.lastSeenTime > row.createTime);
      expect(seen.map(({ uid }) => rootUid(uid))).toEqual([first.root]);
    });
    expect(await foundedBy(rootOf(await found(by)))).toBe(first.root);
    await issuer.stop();
  });

  it('shows nothing of its share in the API', async () => {
    const uid = rootOf(await found());
    expect(ok(await grove.get(`${GROUPS}/${uid}`, first))).not.toHaveProperty('foundedBy');
    failure(await grove.post(GROUPS, { name: 'own', foundedBy: uid }, first), 'INVALID_ARGUMENT');
  });
});

const eventsOf = async (root: string, by: By = first): Promise<Json[]> =>
  ok(await grove.get(`${IAM}/auditEvents?uidp.children_of=${root}&page_size=200`, by))[
    'auditEvents'
  ] as Json[];

const FOUNDED = 'grove.iam.organization.founded.v1';

const foundings = (events: Json[]) => events.filter(({ type }) => type === FOUNDED);

describe('the record of a founding', () => {
  it('names it and its founder in the organization that its founder acted from', async () => {
    const uid = rootOf(await found());
    const [event, ...more] = foundings(await eventsOf(first.root));
    expect(event).toMatchObject({ resource: uid, actor: first.owner, operation: 'create' });
    expect(event).not.toHaveProperty('after');
    expect(more).toEqual([]);
  });

  it('names the one that somebody acted from, and not the first of the share', async () => {
    const second = rootOf(await found());
    const owner = await ownerOf(second);
    const third = rootOf(await found(owner));
    expect(foundings(await eventsOf(second, owner))).toMatchObject([{ resource: third }]);
    expect(foundings(await eventsOf(first.root))).toMatchObject([{ resource: second }]);
  });

  it('shows nothing of that organization in the founded one', async () => {
    const uid = rootOf(await found());
    const events = await eventsOf(uid);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'grove.iam.group.created.v1',
      'grove.iam.identity.created.v1',
      'grove.iam.role_binding.created.v1',
    ]);
    for (const { actor, resource } of events) {
      expect([actor, resource].map((one) => String(one).split('/')[0])).toEqual([uid, uid]);
    }
  });

  it('is not written if it fails', async () => {
    Object.assign(config(), { rootGroups: 1 });
    overLimit(await found(), 'rootGroups', first.root, 1);
    expect(foundings(await eventsOf(first.root))).toEqual([]);
  });
});

describe('the limits of an organization', () => {
  it('count what the organizations founded from it hold as well', async () => {
    const second = rootOf(await found());
    // Each has an identity of its owner.
    await limit(first.root, 'identities', 4);
    ok(await addIdentity(second));
    ok(await addIdentity(first.root));
    overLimit(await addIdentity(second), 'identities', second, 4);
    overLimit(await addIdentity(first.root), 'identities', first.root, 4);
  });

  it('count a founded root group as a group', async () => {
    await limit(first.root, 'groups', 2);
    const second = rootOf(await found());
    await newGroup(grove, second, 'inside', first);
    overLimit(await found(), 'groups', first.root, 2);
    overLimit(
      await grove.post(`${GROUPS}/${second}`, { name: 'more' }, first),
      'groups',
      second,
      2,
    );
  });

  it('of a founded root group hold for it alone', async () => {
    const second = rootOf(await found());
    await limit(second, 'groups', 0);
    overLimit(
      await grove.post(`${GROUPS}/${second}`, { name: 'more' }, first),
      'groups',
      second,
      0,
    );
    await newGroup(grove, first.root, 'another', first);
  });

  it('hold for the others after it is deleted, and an operator can change them', async () => {
    // Without a password, so that nothing keeps it from being deleted.
    const made = await createOrganization({ name: 'ending', ownerEmail: 'ending@example.com' });
    const token = await grove.token(String(made.identity['uid']));
    first = { ...first, root: String(made.group['uid']), token };
    const second = rootOf(await found());
    ok(await found());
    const owner = await ownerOf(second);
    await limit(first.root, 'groups', 3);
    await remove(first.root);
    await newGroup(grove, second, 'one', owner);
    overLimit(await found(owner), 'groups', first.root, 3);
    expect(await limitsFor(second)).toMatchObject([
      { group: first.root, limit: 'groups', most: 3, used: 3 },
    ]);
    await limit(first.root, 'groups', 4);
    expect(await limitsFor(first.root)).toMatchObject([{ most: 4, used: 3 }]);
    const fourth = rootOf(await found(owner));
    expect(await foundedBy(fourth)).toBe(first.root);
  });
});

describe('founding', () => {
  it('is left to the operator if that is set', async () => {
    Object.assign(config(), { founders: 'operator' });
    const { message } = failure(await found(), 'PERMISSION_DENIED');
    expect(message).toBe(
      'Permission denied: only the operator of this installation creates organizations',
    );
    await newOrganization(grove);
    await newGroup(grove, first.root, 'below', first);
  });

  it('has a most of root groups for a share, which a deleted one leaves', async () => {
    Object.assign(config(), { rootGroups: 3 });
    const second = rootOf(await found());
    const third = rootOf(await found());
    overLimit(await found(), 'rootGroups', first.root, 3);
    overLimit(await found(await ownerOf(second)), 'rootGroups', second, 3);
    ok(await found(await newOrganization(grove)));
    await remove(third);
    ok(await found());
  });

  it('has a rate for a share', async () => {
    const others = [first, await ownerOf(rootOf(await found()))];
    for (let time = 1; time < 20; time += 1) ok(await found(others[time % 2]));
    for (const by of others) {
      const answer = await found(by);
      const { message, metadata } = failure(answer, 'RESOURCE_EXHAUSTED');
      expect(message).toMatch(
        /^Resource exhausted: too many organizations were founded; try again in \d+ s$/,
      );
      expect(metadata).toMatchObject({ limit: 'founding' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    ok(await found(await newOrganization(grove)));
  });
});

/** Limits of groups, at every operation that adds resources. */
import { beforeEach, describe, expect } from 'vitest';
import type { LimitName } from '#lib/resources/resource-limits.ts';
import { changeLimits, limitsFor } from '#lib/service/groups/limits.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, okEmpty, overLimit } from '../support/answers.ts';
import { newGroup, roleUidOf } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

const IAM = '/iam/v2beta1';

let top: string;
let inner: string;

beforeEach(async () => {
  top = await newGroup(grove, grove.rootUid);
  inner = await newGroup(grove, top);
});

const limit = (group: string, name: LimitName, most: number | null) =>
  changeLimits(group, new Map([[name, most]]));

function addIdentity(parent: string): Promise<Answer> {
  const name = newName('identity');
  const claimMatch = { issuer: 'https://ci.example.com', subject: name };
  return grove.post(`${IAM}/identities/${parent}`, { name, claimMatch });
}

async function total(collection: string, group: string): Promise<number> {
  const path = `${IAM}/${collection}?uidp.descendants_of=${group}`;
  return Number(ok(await grove.get(path))['totalCount']);
}

describe('a limit', () => {
  it('counts what the group and all below it hold, and names itself', async () => {
    await limit(top, 'identities', 2);
    ok(await addIdentity(top));
    const second = ok(await addIdentity(inner));
    overLimit(await addIdentity(inner), 'identities', top, 2);
    overLimit(await addIdentity(top), 'identities', top, 2);
    expect(await total('identities', top)).toBe(2);
    okEmpty(await grove.del(`${IAM}/identities/${String(second['uid'])}`));
    ok(await addIdentity(inner));
  });

  it('does not affect other groups, other kinds and existing resources', async () => {
    const other = await newGroup(grove, grove.rootUid);
    const identity = ok(await addIdentity(top));
    await limit(top, 'identities', 0);
    ok(await addIdentity(other));
    await newGroup(grove, top);
    const path = `${IAM}/identities/${String(identity['uid'])}`;
    ok(await grove.patch(path, { description: 'still changes' }));
    await limit(top, 'identities', null);
    ok(await addIdentity(top));
  });

  it('of a group below applies if it leaves less room', async () => {
    await limit(top, 'groups', 5);
    await limit(inner, 'groups', 1);
    await newGroup(grove, inner);
    const path = `${IAM}/groups/${inner}`;
    overLimit(await grove.post(path, { name: 'second' }), 'groups', inner, 1);
  });

  it('is never passed by writers who come at the same time', async () => {
    await limit(top, 'identities', 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => addIdentity(inner)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(15);
    for (const answer of refused) overLimit(answer, 'identities', top, 5);
    expect(await total('identities', top)).toBe(5);
  });

  it('cannot be set by whoever it binds', async () => {
    const body = { description: 'mine', resourceLimits: { identities: 1_000 } };
    await limit(top, 'identities', 0);
    const answer = ok(await grove.patch(`${IAM}/groups/${top}`, body));
    expect(answer).toMatchObject({ description: 'mine', resourceLimits: { identities: 0 } });
    overLimit(await addIdentity(top), 'identities', top, 0);
  });

  it('shows in the group, in its ETag and in its log', async () => {
    const before = await grove.get(`${IAM}/groups/${top}`);
    await limit(top, 'repos', 3);
    const after = await grove.get(`${IAM}/groups/${top}`);
    expect(ok(after)['resourceLimits']).toEqual({ repos: 3 });
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const events = ok(await grove.get(`${IAM}/auditEvents?resource=${top}&page_size=200`));
    expect(events['auditEvents']).toContainEqual(
      expect.objectContaining({
        actor: 'command line',
        type: 'grove.iam.group.updated.v1',
        after: expect.objectContaining({ resourceLimits: { repos: 3 } }) as Json,
      }),
    );
  });

  it('is shown with the limits above it, and with the used amounts', async () => {
    const root = String(ok(await grove.post(`${IAM}/groups`, { name: 'limited' }))['uid']);
    const team = await newGroup(grove, root);
    const below = await newGroup(grove, team);
    await limit(root, 'advisories', 100);
    await limit(team, 'advisories', 10);
    await insertAdvisory(below, 'CGA-1');
    expect(await limitsFor(below)).toMatchObject([
      { group: root, limit: 'advisories', most: 100, used: 1 },
      { group: team, limit: 'advisories', most: 10, used: 1 },
    ]);
    await expect(limitsFor('0'.repeat(40))).rejects.toMatchObject({ status: 'NOT_FOUND' });
  });
});

describe('a limit of identities', () => {
  it('keeps people from joining, and leaves their invite as it was', async () => {
    const invite = { roleUid: roleUidOf('viewer'), ttl: '3600s', singleUse: true };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${inner}`, invite));
    const join = () => {
      const person = { email: 'joiner@example.com', name: 'joiner' };
      const body = { code, password: 'correct horse battery', ...person };
      return grove.post('/auth/v1/invites:accept', body, { token: null });
    };
    await limit(top, 'identities', 0);
    overLimit(await join(), 'identities', top, 0);
    await limit(top, 'identities', 1);
    ok(await join());
  });
});

describe('an import', () => {
  const record = (id: string): string => {
    const affected = [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['1.0.0'] }];
    const times = { modified: '2025-02-03T04:05:06Z', published: '2025-01-02T03:04:05Z' };
    return JSON.stringify({ schema_version: '1.6.0', id, ...times, affected });
  };

  async function send(ids: readonly string[], query = ''): Promise<Json> {
    const path = `/vulnerabilities/v2beta1/advisories:import?group_uid=${inner}${query}`;
    const response = await fetch(grove.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${grove.ownerToken}`,
        'content-type': 'application/octet-stream',
      },
      body: ids.map(record).join('\n'),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Json;
  }

  const refused = expect.stringContaining('at most 2 advisories') as string;

  it('takes in what there is room for, and rejects each other record by name', async () => {
    await limit(top, 'advisories', 2);
    const counts = { created: 2, updated: 0, rejected: 2 };
    const dry = await send(['OSV-1', 'OSV-2', 'OSV-3', 'OSV-4'], '&validate_only=true');
    expect(dry).toMatchObject(counts);
    const report = await send(['OSV-1', 'OSV-2', 'OSV-3', 'OSV-4']);
    expect(report).toMatchObject(counts);
    expect(report['rejections']).toMatchObject([
      { line: 3, reason: refused },
      { line: 4, reason: refused },
    ]);
    expect(await send(['OSV-1', 'OSV-5'])).toMatchObject({ created: 0, unchanged: 1, rejected: 1 });
    const path = `/vulnerabilities/v2beta1/advisories?uidp.descendants_of=${top}`;
    expect(ok(await grove.get(path))['totalCount']).toBe('2');
  });

  it('counts what earlier batches would have taken where it only validates', async () => {
    await limit(top, 'advisories', 300);
    const ids = Array.from({ length: 600 }, (_, index) => `OSV-${index}`);
    expect(await send(ids, '&validate_only=true')).toMatchObject({ created: 300, rejected: 300 });
    expect(await send(ids)).toMatchObject({ created: 300, rejected: 300 });
  });
});

it('says that there is no such group', async () => {
  const nowhere = `${grove.rootUid}/${'0'.repeat(16)}`;
  await expect(limit(nowhere, 'repos', 1)).rejects.toMatchObject({ status: 'NOT_FOUND' });
  failure(await addIdentity(nowhere), 'NOT_FOUND');
});

import { afterEach, describe, expect, vi } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { clearPolicy } from '#lib/service/groups/policy.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson, personWith } from '../support/people.ts';

afterEach(() => vi.useRealTimers());

async function denials(group: string): Promise<Json[]> {
  await writeJoined();
  const query = `uidp.children_of=${group}&order_by=created_at asc&page_size=200`;
  const list = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
  return (list['auditEvents'] as Json[]).filter(({ result }) => result !== 'OK');
}

it('joins the denied attempts of one caller in a group within a minute', async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ now: minute, toFake: ['Date'] });
  const group = await newGroup(grove, grove.rootUid);
  const [one, other] = [await newPerson(grove), await newPerson(grove)];
  const tokens = [await grove.token(one.uid), await grove.token(other.uid)];
  const deny = async (token = '', verb: 'post' | 'patch' = 'post') => {
    const answer = await grove[verb](`/iam/v2beta1/groups/${group}`, { name: 'x' }, { token });
    failure(answer, 'PERMISSION_DENIED');
    await writeJoined();
  };
  for (let time = 0; time < 40; time += 1) await deny(tokens[0]);
  // Events of the same moment have no defined order.
  vi.setSystemTime(minute + 1_000);
  await deny(tokens[0], 'patch');
  vi.setSystemTime(minute + 2_000);
  await deny(tokens[1]);
  vi.setSystemTime(minute + 60_000);
  await deny(tokens[0]);
  expect(
    (await denials(group)).map(({ actor, operation, count }) => [actor, operation, count]),
  ).toEqual([
    [one.uid, 'create', 40],
    [one.uid, 'update', undefined],
    [other.uid, 'create', undefined],
    [one.uid, 'create', undefined],
  ]);
});

it('writes nothing about groups that do not exist', async () => {
  const person = await newPerson(grove);
  const token = await grove.token(person.uid);
  const nowhere = `${grove.rootUid}/0123456789abcdef`;
  const body = { name: 'x' };
  failure(await grove.post(`/iam/v2beta1/groups/${nowhere}`, body, { token }), 'PERMISSION_DENIED');
  failure(
    await grove.del(`/iam/v2beta1/roles/${nowhere}/0123456789abcdef`, { token }),
    'PERMISSION_DENIED',
  );
  await writeJoined();
  expect(await rowsIn('AuditEvent').count({ where: { parent: nowhere } })).toBe(0);
});

it('records what custom methods, exports and summaries of a group deny', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const target = await newPerson(grove, group);
  const { uid: actor, token } = await newPerson(grove);
  const iam = '/iam/v2beta1';
  const get = (path: string) => grove.get(`${iam}/${path}`, { token });
  const post = (path: string, body: Json) => grove.post(`${iam}/${path}`, body, { token });
  const about = { identityUid: target.uid };
  const issuer = 'https://idp.example.com';
  const attempts: [type: string, operation: string, resource: string, answer: Promise<Answer>][] = [
    ['iam.group.read', 'get', group, get(`groups:summarize?group_uid=${group}`)],
    ['iam.audit_event.read', 'list', group, get(`auditEvents:v1Callers?group_uid=${group}`)],
    ['iam.role_binding.read', 'list', group, post('access:explain', { ...about, groupUid: group })],
    ['iam.identity.read', 'get', target.uid, get(`identities:sessions?identity_uid=${target.uid}`)],
    ['iam.identity.ended', 'end', target.uid, post('identities:endSessions', about)],
    ['iam.identity.blocked', 'block', target.uid, post('identities:block', { uid: target.uid })],
    [
      'iam.identity_provider.created',
      'create',
      group,
      post('identityProviders:testConnection', { groupUid: group, issuer }),
    ],
    [
      'registry.registry_source.created',
      'create',
      group,
      grove.post(
        '/registry/v2beta1/registrySources:testConnection',
        { groupUid: group, url: 'https://registry.example.com' },
        { token },
      ),
    ],
    [
      'vulnerabilities.advisory.exported',
      'export',
      group,
      grove.get(`/vulnerabilities/v2beta1/advisories:export?group_uid=${group}`, { token }),
    ],
  ];
  for (const [type, , , answer] of attempts) {
    expect([type, (await answer).status]).toEqual([type, 403]);
  }
  const recorded = (await denials(group)).map((one) => [
    one['type'],
    one['operation'],
    one['resource'],
    one['actor'],
  ]);
  expect(recorded.sort()).toEqual(
    attempts
      .map(([type, operation, resource]) => [`grove.${type}.v1`, operation, resource, actor])
      .sort(),
  );
});

describe('an attempt that a policy refuses', () => {
  const OFFICE = '192.0.2.5';
  const inside = { 'x-forwarded-for': OFFICE };
  const policy = async (settings: Json) =>
    ok(
      await grove.post(
        '/iam/v2beta1/groups:updatePolicy',
        { groupUid: grove.rootUid, ...settings },
        { headers: inside },
      ),
    );

  afterEach(() => clearPolicy(grove.rootUid));

  /** The denied attempts that match the query. Asked from an allowed network, unlike the attempts. */
  async function refused(query: string): Promise<Json[]> {
    await writeJoined();
    const path = `/iam/v2beta1/auditEvents?${query}&order_by=created_at asc&page_size=200`;
    return ok(await grove.get(path, { headers: inside }))['auditEvents'] as Json[];
  }

  it('is recorded in its organization with what was missing, and joined', async () => {
    const minute = Math.ceil(Date.now() / 60_000) * 60_000;
    vi.useFakeTimers({ now: minute, toFake: ['Date'] });
    const group = await newGroup(grove, grove.rootUid);
    const { uid, token } = await personWith(grove, 'owner', grove.rootUid);
    await policy({ apiNetworks: [`${OFFICE}/32`] });
    const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'scanner/1' };
    const iam = '/iam/v2beta1';
    const one = `${iam}/groups/${group}`;
    const named = `${iam}/identities?uidp.children_of=${group}`;
    for (const answer of [
      ...(await Promise.all([1, 2, 3].map(() => grove.get(one, { token, headers })))),
      await grove.patch(one, { name: 'x' }, { token, headers }),
      await grove.get(named, { token, headers }),
      await grove.get(`${iam}/roles`, { token, headers }),
      await grove.post(`${iam}/groups`, { name: 'x' }, { token, headers }),
    ]) {
      expect(preconditions(answer)).toEqual(['NETWORK_NOT_ALLOWED']);
    }
    const events = await refused(`actor=${uid}&result=NETWORK_NOT_ALLOWED`);
    expect(
      events
        .map(({ type, operation, resource, count }) => [type, operation, resource, count])
        .sort(),
    ).toEqual(
      [
        ['grove.iam.group.read.v1', 'get', group, 3],
        ['grove.iam.group.updated.v1', 'update', group, undefined],
        ['grove.iam.identity.read.v1', 'list', group, undefined],
        ['grove.iam.role.read.v1', 'list', grove.rootUid, undefined],
        ['grove.iam.group.created.v1', 'create', grove.rootUid, undefined],
      ].sort(),
    );
    for (const event of events) {
      expect(event).toMatchObject({ subject: uid, issuer: grove.url, network: '198.51.100.7' });
    }
    expect(await refused(`actor=${uid}&result=PERMISSION_DENIED`)).toEqual([]);
  });

  it('names the session, and what its sign-in lacks', async () => {
    const browser = new TestBrowser(grove.url, '203.0.113.9');
    expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
    const options = {
      token: null,
      headers: { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' },
    };
    const sessions = ok(await grove.get('/auth/v1/sessions', options))['sessions'] as Json[];
    const credential = sessions.find(({ current }) => current === true)?.['uid'];
    await policy({ secondFactor: 'EVERYONE' });
    const path = `/iam/v2beta1/groups:summarize?group_uid=${grove.rootUid}`;
    expect(preconditions(await grove.get(path, options))).toEqual(['SECOND_FACTOR_REQUIRED']);
    expect(await refused('result=SECOND_FACTOR_REQUIRED')).toMatchObject([
      { type: 'grove.iam.group.read.v1', resource: grove.rootUid, credential },
    ]);
    expect(credential).toEqual(expect.any(String));
  });

  it('is recorded in its own organization only', async () => {
    const { uid, token } = await personWith(grove, 'owner', grove.rootUid);
    const body = { name: `elsewhere ${uid.slice(-6)}` };
    const other = String(ok(await grove.post('/iam/v2beta1/groups', body, { token }))['uid']);
    await policy({ apiNetworks: [`${OFFICE}/32`] });
    const both = `/iam/v2beta1/groups?uidp.descendants_of=${other}&uidp.ids=${grove.rootUid}`;
    expect(preconditions(await grove.get(both, { token }))).toEqual(['NETWORK_NOT_ALLOWED']);
    await writeJoined();
    const query = { result: 'NETWORK_NOT_ALLOWED', actor: uid };
    expect(await rowsIn('AuditEvent').count({ where: { ...query, parent: grove.rootUid } })).toBe(
      1,
    );
    expect(await rowsIn('AuditEvent').count({ where: { ...query, parent: other } })).toBe(0);
  });
});

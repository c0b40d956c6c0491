import { afterEach, describe, expect, vi } from 'vitest';
import { CLIENT_SECRET, startOidcIssuer } from '../../support/oidc-issuer.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { visitIssuer } from '../../support/visit-issuer.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, failure, ok, okEmpty, TIME, violations } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newRole, personWith, roleUidOf } from '../support/people.ts';

const PROVIDERS = '/iam/v2beta1/identityProviders';
const HOUR_MS = 60 * 60 * 1000;
const oidc = { issuer: 'https://idp.example.com/realm', clientId: 'grove' };

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
});

afterEach(() => {
  vi.useRealTimers();
});

const reserve = (groupUid = group, token = grove.ownerToken) =>
  grove.post(`${PROVIDERS}:reserve`, { groupUid }, { token });

async function reserved(groupUid = group, token = grove.ownerToken): Promise<Json> {
  return ok(await reserve(groupUid, token));
}

const create = (reservation: unknown, parent = group, token = grove.ownerToken) =>
  grove.post(`${PROVIDERS}/${parent}`, { name: newName('provider'), oidc, reservation }, { token });

describe('identityProviders:reserve', () => {
  it('names the addresses to register, and writes nothing', async () => {
    const events = await rowsIn('AuditEvent').count({});
    const answer = await reserved();
    const uid = String(answer['uid']);
    expect(answer).toEqual({
      reservation: expect.any(String) as string,
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      redirectUri: `${grove.url}/api/auth/callback/${uid.replaceAll('/', '.')}`,
      logoutUri: `${grove.url}/oauth/backchannelLogout`,
      expireTime: expect.stringMatching(TIME) as string,
    });
    const lifetime = Date.parse(String(answer['expireTime'])) - Date.now();
    expect(Math.round(lifetime / HOUR_MS)).toBe(12);
    failure(await grove.get(`${PROVIDERS}/${uid}`), 'NOT_FOUND');
    expect(await rowsIn('AuditEvent').count({})).toBe(events);
    expect((await reserved())['uid']).not.toBe(uid);
  });

  it('is for those who may create a provider there', async () => {
    const { token } = await personWith(grove, 'viewer', group);
    denied(await reserve(group, token), 'identity_providers.create', group);
    const manager = await personWith(
      grove,
      await newRole(grove, ['identity_providers.create']),
      group,
    );
    ok(await reserve(group, manager.token));
    denied(await reserve(grove.rootUid, manager.token), 'identity_providers.create', grove.rootUid);
  });

  it('asks for a group that exists', async () => {
    failure(await reserve(`${group}/${'0'.repeat(16)}`), 'NOT_FOUND');
    for (const body of [{}, { groupUid: 'x' }]) {
      expect(badFields(await grove.post(`${PROVIDERS}:reserve`, body))).toEqual(['groupUid']);
    }
  });
});

describe('creation with a reservation', () => {
  it('gives the provider its uid, and shows the reservation to nobody', async () => {
    const { reservation, uid } = await reserved();
    const answer = await create(reservation);
    expect(ok(answer)['uid']).toBe(uid);
    expect(ok(await grove.get(`${PROVIDERS}/${String(uid)}`))['uid']).toBe(uid);
    const record = await grove.get(`/iam/v2beta1/auditEvents?resource=${String(uid)}`);
    expect(record.text).toContain(String(uid));
    for (const { text } of [answer, record]) expect(text).not.toContain(String(reservation));
  });

  it('is possible once', async () => {
    const { reservation } = await reserved();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(reservation)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400, 400, 400]);
    expect(violations(answers.find(({ status }) => status === 400)!)).toEqual({
      reservation: 'has been used: reserve another address',
    });
  });

  it('is not possible again once the provider is deleted', async () => {
    const { reservation, uid } = await reserved();
    ok(await create(reservation));
    okEmpty(await grove.del(`${PROVIDERS}/${String(uid)}`));
    expect(badFields(await create(reservation))).toEqual(['reservation']);
  });

  it('stays possible after one that failed, and after others asked for the uid', async () => {
    const { reservation, uid } = await reserved();
    const taken = { name: 'taken', oidc };
    ok(await grove.post(`${PROVIDERS}/${group}`, taken));
    failure(await grove.post(`${PROVIDERS}/${group}`, { ...taken, reservation }), 'ALREADY_EXISTS');
    const { token } = await personWith(grove, 'viewer', group);
    failure(await grove.patch(`${PROVIDERS}/${String(uid)}`, {}, { token }), 'PERMISSION_DENIED');
    failure(
      await grove.post(`${PROVIDERS}/${String(uid)}`, { name: 'in it', oidc }, { token }),
      'PERMISSION_DENIED',
    );
    expect(ok(await create(reservation))['uid']).toBe(uid);
  });

  it('is for the caller, in the group, as it was given out', async () => {
    const { reservation, uid } = await reserved();
    const own = String(reservation);
    const [segment = '', expires = '', mac = ''] = own.split('.');
    const other = await newGroup(grove, grove.rootUid);
    const organization = String(ok(await grove.post('/iam/v2beta1/groups', { name: 'b' }))['uid']);
    const { token } = await personWith(grove, 'owner', group);
    const elsewhere = await reserved(other);
    const attempts = [
      create(own, group, token),
      create(own, other),
      create(own, organization),
      create(own, await newGroup(grove, group)),
      create(elsewhere['reservation']),
      create([segment, Number(expires) + 1, mac].join('.')),
      create(['0'.repeat(16), expires, mac].join('.')),
      create([segment, expires, `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`].join('.')),
      create([segment, expires].join('.')),
      create(String(uid)),
      create(segment),
      create(`${own}x`),
      create('x'.repeat(257)),
      create(''),
      create(1),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(badFields(answer)).toEqual(['reservation']);
    }
    ok(await create(own));
  });

  it('is possible for 12 hours', async () => {
    const [late, later] = [await reserved(), await reserved()];
    const now = Date.now();
    vi.useFakeTimers({ now: now + 12 * HOUR_MS - 60_000, toFake: ['Date'] });
    let token = await grove.token(grove.ownerUid);
    expect(ok(await create(late['reservation'], group, token))['uid']).toBe(late['uid']);
    vi.setSystemTime(now + 12 * HOUR_MS);
    token = await grove.token(grove.ownerUid);
    expect(violations(await create(later['reservation'], group, token))).toEqual({
      reservation: 'has expired: reserve another address',
    });
  });

  it('needs what every creation needs', async () => {
    const manager = await newRole(grove, ['identity_providers.create']);
    const { token, uid } = await personWith(grove, manager, group);
    const { reservation } = await reserved(group, token);
    const [binding] = ok(await grove.get(`/iam/v2beta1/roleBindings?identity=${uid}`))[
      'roleBindings'
    ] as Json[];
    okEmpty(await grove.del(`/iam/v2beta1/roleBindings/${String(binding?.['uid'])}`));
    denied(await create(reservation, group, token), 'identity_providers.create', group);
  });
});

it('an update takes no reservation', async () => {
  const { uid } = ok(await create(undefined));
  const path = `${PROVIDERS}/${String(uid)}`;
  const { reservation } = await reserved();
  for (const query of ['', '?updateMask=reservation']) {
    expect(badFields(await grove.patch(`${path}${query}`, { reservation }))).toEqual([
      'reservation',
    ]);
  }
  ok(await create(reservation));
});

it('people sign in at the address that was registered first', async () => {
  const { reservation, uid, redirectUri } = await reserved();
  const issuer = await startOidcIssuer({ redirectUris: [String(redirectUri)] });
  ok(
    await grove.post(`${PROVIDERS}/${group}`, {
      name: 'corp',
      defaultRole: roleUidOf('viewer'),
      oidc: { issuer: issuer.issuer, clientId: 'grove', clientSecret: CLIENT_SECRET },
      reservation,
    }),
  );
  const browser = new TestBrowser(grove.url);
  const visit = {
    browser,
    grove: grove.url,
    issuer: issuer.issuer,
    uid: String(uid),
    login: 'ina',
  };
  const { back } = await visitIssuer(visit);
  expect(back.origin + back.pathname).toBe(redirectUri);
  await browser.ask(back.pathname.slice('/api/auth/'.length) + back.search);
  const me = ok(
    await grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } }),
  );
  expect(me['topGroups']).toMatchObject([{ uid: group }]);
  await issuer.stop();
});

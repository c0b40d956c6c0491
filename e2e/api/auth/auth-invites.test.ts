// @module-tag http
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { newKeyedSecret } from '#lib/secrets/keyed-secrets.ts';
import { rowsIn } from '../support/database.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, issuer, withIssuer as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, failure, ok, okEmpty, preconditions } from '../support/answers.ts';
import { newGroup, newPerson } from '../support/people.ts';

const viewer = builtInRole('viewer').uid;
const PASSWORD = 'correct horse battery';

let group: string;
let count = 0;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'invited');
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
});

afterEach(() => vi.useRealTimers());

async function invite(extra: Json = {}): Promise<{ uid: string; code: string }> {
  const body = { roleUid: viewer, ttl: '3600s', ...extra };
  const answer = ok(await grove.post(`/iam/v2beta1/groupInvites/${group}`, body));
  return answer as { uid: string; code: string };
}

function newcomer(extra: Json = {}): Json {
  const email = `joiner${(count += 1)}@example.com`;
  return { email, password: PASSWORD, name: `joiner ${count}`, ...extra };
}

const accept = (body: Json, token: string | null = null): Promise<Answer> =>
  grove.post('/auth/v1/invites:accept', body, { token });

const preview = (code: unknown) =>
  grove.post('/auth/v1/invites:preview', { code }, { token: null });

const expire = (uid: string) =>
  rowsIn('GroupInvite').update({ where: { uid }, data: { expirationTime: new Date(1) } });

describe('invites:preview', () => {
  it('shows the holder of the code the offer', async () => {
    const { code } = await invite({ email: 'Ann@Example.com', singleUse: true });
    expect(ok(await preview(code))).toEqual({
      group: { uid: group, name: 'invited', description: '' },
      role: { uid: viewer, name: 'viewer', description: builtInRole('viewer').description },
      email: 'ann@example.com',
      singleUse: true,
      expirationTime: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
  });

  it('reveals nothing about a wrong code', async () => {
    const { code } = await invite();
    const wrong = [
      code.slice(0, -2) + (code.endsWith('AA') ? 'BB' : 'AA'),
      newKeyedSecret('invite').text,
      '',
      'x',
    ];
    const messages = [];
    for (const one of wrong) messages.push(failure(await preview(one), 'INVALID_ARGUMENT').message);
    expect(new Set(messages)).toEqual(
      new Set(['Invalid argument: code: is not the code of an invite']),
    );
    expect(badFields(await preview(5))).toEqual(['code']);
  });

  it('says that an invite has expired', async () => {
    const { uid, code } = await invite();
    await expire(uid);
    expect(preconditions(await preview(code))).toEqual(['INVITE_EXPIRED']);
    expect(preconditions(await accept({ code, ...newcomer() }))).toEqual(['INVITE_EXPIRED']);
  });

  it('limits guesses', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    for (let time = 0; time < 5; time += 1) expect(badFields(await preview('x'))).toEqual(['code']);
    const answer = await preview('x');
    expect([answer.status, answer.body['code']]).toEqual([429, 8]);
    expect(answer.headers.get('retry-after')).toBe('1');
    // A valid code works even while others guess codes.
    ok(await preview((await invite()).code));
  });
});

describe('invites:accept by someone new', () => {
  it('creates an account, an identity and the binding', async () => {
    const { code } = await invite();
    const person = newcomer({ email: 'New.Person@Example.com' });
    const { group: joined, identity, roleBinding } = ok(await accept({ code, ...person }));
    expect(joined).toMatchObject({ uid: group, name: 'invited' });
    expect(identity).toMatchObject({
      name: person['name'],
      email: 'new.person@example.com',
      emailUnverified: true,
      claimMatch: { issuer: grove.url, subject: (identity as Json)['uid'] },
    });
    expect(roleBinding).toMatchObject({ role: { uid: viewer }, group: { uid: group } });
    const browser = new TestBrowser(grove.url);
    expect(await browser.signIn('new.person@example.com', PASSWORD)).toBeNull();
    const me = await grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } });
    expect((ok(me)['topGroups'] as Json[]).map(({ uid }) => uid)).toEqual([group]);
    const types = await rowsIn('AuditEvent').findMany({ orderBy: { createTime: 'desc' }, take: 4 });
    expect(types.map(({ type }) => type).sort()).toEqual([
      'grove.iam.group_invite.accepted.v1',
      'grove.iam.identity.created.v1',
      'grove.iam.role_binding.created.v1',
      'grove.iam.session.started.v1',
    ]);
  });

  it('gives a name that neither begins nor ends with a blank', async () => {
    const { code } = await invite();
    const { identity } = ok(await accept({ code, ...newcomer({ name: '\u{200b}' }) }));
    expect(identity).toMatchObject({ name: '(2)' });
  });

  it('reports all failing fields', async () => {
    const { code } = await invite();
    const bad = { code, email: 'no address', password: 'short', name: '' };
    expect(badFields(await accept(bad))).toEqual(['email', 'name', 'password']);
    expect(badFields(await accept({ code, email: 'a@example.com', more: 1 }))).toEqual([
      'more',
      'name',
      'password',
    ]);
  });

  it('does not count the names of the organization and its groups', async () => {
    const { code } = await invite();
    const person = newcomer();
    for (const password of ['Invited!Invited!1', 'acme invited 1', 'password1234!!']) {
      expect(badFields(await accept({ ...person, code, password }))).toEqual(['password']);
    }
    ok(await accept({ ...person, code }));
  });

  it('does not take over an account', async () => {
    const person = newcomer();
    const first = ok(await accept({ code: (await invite()).code, ...person }));
    const other = { ...person, password: 'another battery staple' };
    const second = ok(await accept({ code: (await invite()).code, ...other }));
    expect((second['identity'] as Json)['uid']).not.toBe((first['identity'] as Json)['uid']);
  });

  it('is for the address of the invite only', async () => {
    const { code } = await invite({ email: 'bound@example.com' });
    const other = await accept({ code, ...newcomer() });
    expect(failure(other, 'PERMISSION_DENIED').message).toMatch(/for another e-mail address$/);
    ok(await accept({ code, ...newcomer({ email: 'BOUND@example.com' }) }));
  });

  it('accepts every address that an invite can name', async () => {
    const label = (letter: string, length: number) => letter.repeat(length);
    const domain = `${[label('b', 63), label('c', 63), label('d', 58)].join('.')}.de`;
    const email = `${label('a', 64)}@${domain}`;
    expect(email).toHaveLength(254);
    const { code } = await invite({ email });
    const { identity } = ok(await accept({ code, ...newcomer({ email }) }));
    expect(identity).toMatchObject({ email });
    const browser = new TestBrowser(grove.url);
    expect(await browser.signIn(email, PASSWORD)).toBeNull();
    const longer = { roleUid: viewer, ttl: '60s', email: `${email}e` };
    const refused = await grove.post(`/iam/v2beta1/groupInvites/${group}`, longer);
    expect(badFields(refused)).toEqual(['email']);
  });

  it('admits one person with a single-use invite, even under concurrent requests', async () => {
    const { uid, code } = await invite({ singleUse: true });
    const bodies = Array.from({ length: 4 }, () => ({ code, ...newcomer() }));
    const answers = await Promise.all(bodies.map((body) => accept(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(preconditions)).toEqual([['INVITE_USED'], ['INVITE_USED'], ['INVITE_USED']]);
    expect(preconditions(await preview(code))).toEqual(['INVITE_USED']);
    expect((await rowsIn('GroupInvite').findFirst({ where: { uid } }))?.usedTime).not.toBeNull();
    const many = await invite();
    for (let time = 0; time < 2; time += 1) ok(await accept({ code: many.code, ...newcomer() }));
  });

  it('is over when the invite is deleted', async () => {
    const { uid, code } = await invite();
    okEmpty(await grove.del(`/iam/v2beta1/groupInvites/${uid}`));
    expect(badFields(await accept({ code, ...newcomer() }))).toEqual(['code']);
  });
});

describe('invites:accept by someone known', () => {
  it('binds the role to the caller', async () => {
    const { uid, token } = await newPerson(grove);
    const { code } = await invite({ singleUse: true });
    const { identity, roleBinding } = ok(await accept({ code }, token));
    expect([(identity as Json)['uid'], roleBinding]).toMatchObject([uid, { identity: { uid } }]);
    // The person has already accepted, so no use of the invite is counted.
    const another = await invite({ singleUse: true });
    expect(ok(await accept({ code: another.code }, token))['roleBinding']).toEqual(roleBinding);
    ok(await preview(another.code));
  });

  it('needs an authenticated caller', async () => {
    const { code } = await invite();
    failure(await accept({ code }), 'UNAUTHENTICATED');
    const browser = new TestBrowser(grove.url);
    const person = newcomer();
    ok(await accept({ code, ...person }));
    expect(await browser.signIn(String(person['email']), PASSWORD)).toBeNull();
    const send = (site: string) =>
      grove.post(
        '/auth/v1/invites:accept',
        { code },
        {
          token: null,
          headers: { cookie: browser.cookie, 'sec-fetch-site': site },
        },
      );
    failure(await send('cross-site'), 'PERMISSION_DENIED');
    ok(await send('same-origin'));
  });

  it('binds the caller’s own identity, never one that matches by pattern', async () => {
    const path = `/iam/v2beta1/identities/${grove.rootUid}`;
    const token = await issuer.sign({ sub: 'someone', aud: grove.url });
    const pattern = { issuer: issuer.issuer, subjectPattern: 'some.*' };
    ok(await grove.post(path, { name: 'pattern', claimMatch: pattern }));
    const claimMatch = { issuer: issuer.issuer, subject: 'someone' };
    const made = ok(await accept({ code: (await invite()).code }, token))['identity'] as Json;
    expect(made).toMatchObject({ claimMatch });
    const again = ok(await accept({ code: (await invite()).code }, token))['identity'];
    expect(again).toMatchObject({ uid: made['uid'] });
  });

  it('needs a verified address if the invite names one', async () => {
    const claimMatch = { issuer: issuer.issuer, subject: 'mail' };
    const body = { name: 'mail', claimMatch };
    const { uid } = ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, body));
    const token = await issuer.sign({ sub: 'mail', aud: grove.url, email: 'mail@example.com' });
    const { code } = await invite({ email: 'mail@example.com' });
    const email = (emailUnverified: boolean) =>
      rowsIn('Identity').update({
        where: { uid: String(uid) },
        data: { email: 'mail@example.com', emailUnverified },
      });
    failure(await accept({ code }, token), 'PERMISSION_DENIED');
    await email(true);
    failure(await accept({ code }, token), 'PERMISSION_DENIED');
    await email(false);
    ok(await accept({ code }, token));
  });
});

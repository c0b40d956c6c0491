// @module-tag http
/** The network, client and credential in the records of changes. */
import { generateSync } from 'otplib/functional';
import { beforeEach, expect } from 'vitest';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { PASSWORD } from '../support/own-accounts.ts';
import { join } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let network: string;
let email: string;
let count = 0;

beforeEach(async () => {
  network = `203.0.113.${(count += 1)}`;
  email = `owner-${count}@example.com`;
  await join(grove, 'owner', grove.rootUid, { email, password: PASSWORD });
});

const newBrowser = () => new TestBrowser(grove.url, network);

const from = ({ cookie }: TestBrowser) => ({
  token: null,
  headers: {
    cookie,
    'sec-fetch-site': 'same-origin',
    'user-agent': FIREFOX,
    'x-forwarded-for': network,
  },
});

/** The events from this test's network except sign-ins, sorted: type, credential and client. */
async function changes(): Promise<(readonly [string, string, unknown])[]> {
  const query = `network=${network}&uidp.descendants_of=${grove.rootUid}`;
  const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?${query}`));
  return (auditEvents as Json[])
    .map(({ type, userAgent, credential }) => {
      const name = String(type).slice('grove.iam.'.length, -3);
      return [name, String(userAgent), credential] as const;
    })
    .filter(([type]) => type !== 'session.started')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

it('names network, client and session of changed second factors and revoked tokens', async () => {
  const browser = newBrowser();
  expect(await browser.signIn(email, PASSWORD)).toBeNull();
  const options = from(browser);
  const { sessions } = ok(await grove.get('/auth/v1/sessions', options));
  const session = (sessions as Json[]).find(({ current }) => current === true)?.['uid'];
  const post = async (path: string, body: Json) =>
    ok(await grove.post(`/auth/v1/${path}`, body, options));

  const { uid, secret } = await post('authenticatorApps', { name: 'phone' });
  const code = generateSync({ secret: String(secret), epoch: Math.floor(Date.now() / 1000) });
  const { batch, recoveryCodes } = await post('authenticatorApps:verify', { uid, code });
  await post('recoveryCodes:confirm', { batch });
  await post('authenticatorApps:rename', { uid, name: 'tablet' });
  const other = newBrowser();
  expect(await other.signIn(email, PASSWORD)).toBe('SecondStep');
  const [recoveryCode = ''] = recoveryCodes as string[];
  expect(await other.takeSecondStep({ recoveryCode })).toBeNull();
  await post('authenticatorApps:remove', { uid });
  const form = new URLSearchParams({ token: await grove.token(grove.ownerUid) });
  const { headers } = options;
  const revoked = await fetch(`${grove.url}/oauth/revoke`, { method: 'POST', headers, body: form });
  expect(revoked.status).toBe(200);

  expect(session).toEqual(expect.any(String));
  expect(await changes()).toEqual([
    ['authenticator_app.created', FIREFOX, session],
    ['authenticator_app.deleted', FIREFOX, session],
    ['authenticator_app.updated', FIREFOX, session],
    ['recovery_code.used', 'test browser', undefined],
    ['recovery_codes.created', FIREFOX, session],
    ['token.revoked', FIREFOX, undefined],
  ]);
});

it('names network, client and session of every change to a resource', async () => {
  const browser = newBrowser();
  expect(await browser.signIn(email, PASSWORD)).toBeNull();
  const options = from(browser);
  const { sessions } = ok(await grove.get('/auth/v1/sessions', options));
  const session = (sessions as Json[]).find(({ current }) => current === true)?.['uid'];
  const { uid } = ok(await grove.post(`${IAM}/groups/${grove.rootUid}`, { name: 'one' }, options));
  ok(await grove.patch(`${IAM}/groups/${String(uid)}`, { description: 'new' }, options));
  okEmpty(await grove.del(`${IAM}/groups/${String(uid)}`, options));
  const query = `credential=${String(session)}&uidp.descendants_of=${grove.rootUid}`;
  const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?${query}`));
  const made = (event: string, userAgent = FIREFOX) => ({
    type: `grove.iam.${event}.v1`,
    network,
    userAgent,
  });
  expect(auditEvents).toMatchObject([
    made('group.deleted'),
    made('group.updated'),
    made('group.created'),
    made('session.started', 'test browser'),
  ]);
});

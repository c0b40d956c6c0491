/** What /openapi.json says of signing in, beside what it takes and answers. */
import { generateSync } from 'otplib/functional';
import { expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { SIGN_IN_SERVICES } from '#lib/transport/methods/services.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { readDescription } from '../support/api-description.ts';

interface Described {
  operationId: string;
  security: Json[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

const JSON_TYPE = 'application/json';

let browser: TestBrowser;
let paths: Record<string, Record<string, Described>>;
let problems: (schema: Json, value: unknown) => string[];
const called = new Set<string>();

it.beforeAll(async () => {
  browser = new TestBrowser(grove.url);
  const document = ok(await grove.get('/openapi.json', { token: null }));
  paths = document['paths'] as typeof paths;
  const description = readDescription(document);
  problems = ({ $ref, items }, value) =>
    typeof $ref === 'string'
      ? description.problems($ref.slice($ref.lastIndexOf('/') + 1), value)
      : (value as unknown[]).flatMap((one) => problems(items as Json, one));
});

/** Calls an operation as its description has it. @param path after `/auth/v1/`. */
async function call(method: string, path: string, body?: Json, uid = ''): Promise<Json> {
  const operation = paths[`/auth/v1/${path}`]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  called.add(operation.operationId);
  const asked = operation.requestBody?.content[JSON_TYPE]?.schema;
  if (asked !== undefined) expect([path, problems(asked, body)]).toEqual([path, []]);
  const isForAnybody = operation.security.length === 0;
  const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
  const answer = await grove.call(method, `/auth/v1/${path.replace('{uid}', uid)}`, {
    token: null,
    headers: isForAnybody ? {} : headers,
    ...(body !== undefined && { body }),
  });
  expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body]);
  const described = operation.responses['200']?.content?.[JSON_TYPE]?.schema;
  const found = described === undefined ? [] : problems(described, answer.body);
  expect([path, found]).toEqual([path, []]);
  if (described === undefined) expect(Object.keys(answer.body ?? {})).toEqual([]);
  return answer.body;
}

const get = (path: string) => call('GET', path);
const post = (path: string, body: Json = {}) => call('POST', path, body);

it('describes what somebody sees who has not signed in', async () => {
  const provider = {
    name: 'Company',
    oidc: { issuer: 'https://login.example.com', clientId: 'a', clientSecret: 'b' },
  };
  ok(await grove.post(`/iam/v2beta1/identityProviders/${grove.rootUid}`, provider));
  expect(await get('providers')).toHaveLength(1);
  await get('setup');
  await get('commonPasswords');
  await get('passkeys:signIn');
});

it('describes how somebody joins', async () => {
  const invite = { roleUid: builtInRole('viewer').uid, ttl: '3600s' };
  const path = `/iam/v2beta1/groupInvites/${grove.rootUid}`;
  const { code } = ok(await grove.post(path, invite));
  await post('invites:preview', { code });
  const person = { email: 'new@example.com', name: 'New', password: 'a long enough one 42' };
  await post('invites:accept', { code, ...person });
});

it('describes what people do with their own account', async () => {
  await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD);
  await get('me');
  await get('sessions:reauthenticate');
  await post('sessions:reauthenticate', { currentPassword: OWNER_PASSWORD });
  const app = await post('authenticatorApps', { name: 'phone' });
  const code = generateSync({ secret: String(app['secret']) });
  const { batch } = await post('authenticatorApps:verify', { uid: app['uid'], code });
  await post('recoveryCodes:confirm', { batch });
  await post('recoveryCodes');
  await post('authenticatorApps:rename', { uid: app['uid'], name: 'old phone' });
  const { options } = await post('passkeys', { name: 'key' });
  const device = new SoftwareAuthenticator(grove.url);
  const credential = device.create(options as Parameters<typeof device.create>[0]);
  await post('passkeys:verify', { name: 'key', credential });
  const { passkeys } = await get('secondFactors');
  const { uid } = (passkeys as Json[])[0] ?? {};
  await post('passkeys:rename', { uid, name: 'old key' });
  const asked = await get('passkeys:reauthenticate');
  const shown = device.get(asked['options'] as Parameters<typeof device.get>[0]);
  await post('sessions:reauthenticate', { credential: shown });
  await post('passkeys:remove', { uid });
  await post('authenticatorApps:remove', { uid: app['uid'] });
  const newPassword = 'another long one 42';
  await post('password', { currentPassword: OWNER_PASSWORD, newPassword });
  await get('sessions');
  await call('DELETE', 'sessions');
  const { sessions } = await get('sessions');
  await call('DELETE', 'sessions/{uid}', undefined, String((sessions as Json[])[0]?.['uid']));
});

it('has called all but what needs e-mail, a link or another state', () => {
  const all = SIGN_IN_SERVICES.flatMap(({ methods }) => methods.map(({ name }) => name));
  expect(all.filter((one) => !called.has(one)).sort()).toEqual([
    'AgreeToEmailChange',
    'BeginEmailChange',
    'BeginPasskeySecondStep',
    'PreviewEmailChange',
    'PreviewPasswordReset',
    'RequestPasswordReset',
    'SendEmailVerification',
    'SetUp',
    'UseEmailVerification',
    'UsePasswordReset',
  ]);
});

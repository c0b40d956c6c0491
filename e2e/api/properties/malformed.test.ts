// @module-tag http
// @module-tag many-runs
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { collectionPath } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { verify } from '#lib/store/store.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { query, rowsIn } from '../support/database.ts';
import { assertUntil, randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { sendRaw } from '../support/raw-http.ts';
import type { RawAnswer } from '../support/raw-http.ts';
import { newWorld } from '../support/world.ts';
import type { Kind } from '../support/world.ts';
import { malformedRequest } from './malformed-requests.ts';
import type { Endpoint, MalformedRequest, Verb } from './malformed-requests.ts';
import { expectWellFormed } from './well-formed.ts';

const AT_ONCE = 25;
const STATUSES = [200, 400, 401, 404, 405, 409, 431];

let endpoints: Endpoint[];

it.beforeAll(async () => {
  const { group, kinds } = await newWorld(grove);
  const resources = kinds.flatMap((kind) => callsOf(kind, group));
  endpoints = [...resources, ...customMethods(group), ...files(group), ...signIn()];
});

/** The standard methods that the resource has. */
function callsOf(kind: Kind, group: string): Endpoint[] {
  const { path, uid, create, update, parent = group } = kind;
  const definition = RESOURCES.find((resource) => collectionPath(resource) === path);
  const parameters = Object.keys(definition?.filters ?? {});
  const call = (verb: Verb, at: string, body: Json = {}) => ({ verb, path: at, parameters, body });
  return [
    call('GET', path),
    call('GET', path),
    call('GET', `${path}/${uid}`),
    ...(create === undefined ? [] : [call('POST', `${path}/${parent}`, create)]),
    ...(update === undefined ? [] : [call('PATCH', `${path}/${uid}`, { ...create, ...update })]),
    ...(kind.deletable === true ? [call('DELETE', `${path}/${uid}`)] : []),
  ];
}

const endpoint = (verb: Verb, path: string, body: Json = {}): Endpoint => {
  return { verb, path, body, parameters: ['group_uid', 'capability'] };
};

function customMethods(group: string): Endpoint[] {
  const oidc = { issuer: 'http://localhost:1', clientId: 'c' };
  const registry = { groupUid: group, url: 'http://127.0.0.1:1' };
  const asked = { groupUid: group, identityUid: grove.ownerUid, capability: 'groups.list' };
  const inGroup = `group_uid=${group}`;
  return [
    endpoint('POST', '/iam/v2beta1/access:explain', asked),
    endpoint('GET', `/iam/v2beta1/access:whoCan?${inGroup}&capability=groups.list`),
    endpoint('GET', `/iam/v2beta1/groups:summarize?${inGroup}`),
    endpoint('GET', `/iam/v2beta1/auditEvents:v1Callers?${inGroup}`),
    endpoint('GET', `/iam/v2beta1/auditEvents:head?${inGroup}`),
    endpoint('GET', `/iam/v2beta1/events?${inGroup}`),
    endpoint('GET', `/iam/v2beta1/events/${grove.rootUid}/0000000000100000`),
    endpoint('GET', `/iam/v2beta1/events:watch?${inGroup}`),
    endpoint('POST', '/iam/v2beta1/auditEvents:revert', { uid: group, validateOnly: true }),
    endpoint('POST', '/iam/v2beta1/groups:deleteContents', { groupUid: group }),
    endpoint('GET', `/iam/v2beta1/groups:getPolicy?${inGroup}`),
    endpoint('POST', '/iam/v2beta1/groups:updatePolicy', { groupUid: group, sessionIdle: '3600s' }),
    endpoint('GET', `/iam/v2beta1/groups:listDomains?${inGroup}`),
    endpoint('POST', '/iam/v2beta1/groups:claimDomain', { groupUid: group, name: 'example.com' }),
    endpoint('GET', '/iam/v2beta1/system:summarize'),
    endpoint('POST', '/iam/v2beta1/identityProviders:testConnection', oidc),
    endpoint('POST', '/iam/v2beta1/identityProviders:reserve', { groupUid: group }),
    endpoint('POST', '/registry/v2beta1/registrySources:testConnection', registry),
  ];
}

const OSV = {
  schema_version: '1.6.0',
  id: 'OSV-1',
  modified: '2025-02-03T04:05:06Z',
  affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['1.2.3'] }],
};

/** Imports and exports advisories. */
function files(group: string): Endpoint[] {
  const path = '/vulnerabilities/v2beta1/advisories';
  const parameters = ['group_uid', 'format', 'validate_only', 'file_name', 'severity'];
  const inGroup = `group_uid=${group}`;
  return [
    { verb: 'POST', path: `${path}:import?${inGroup}`, parameters, body: OSV },
    { verb: 'POST', path: `${path}:import?${inGroup}&validate_only=true`, parameters, body: OSV },
    { verb: 'GET', path: `${path}:export?${inGroup}`, parameters, body: {} },
    { verb: 'GET', path: `${path}:export?${inGroup}&format=openvex`, parameters, body: {} },
  ];
}

const PASSKEY = {
  id: 'eA',
  rawId: 'eA',
  type: 'public-key',
  response: { clientDataJSON: 'eA', attestationObject: 'eA', transports: ['usb'] },
};

function signIn(): Endpoint[] {
  const person = { email: 'new@example.com', name: 'n', password: 'a long enough password' };
  const first = { token: 't', name: 'n', ownerEmail: 'a@b.c', ownerPassword: 'p' };
  const grant = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: grove.ownerToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  };
  const exchange = { ...endpoint('POST', '/sts/exchange', grant), isForm: true };
  return [
    endpoint('GET', '/auth/v1/me'),
    endpoint('GET', '/auth/v1/providers'),
    endpoint('GET', '/auth/v1/sessions'),
    endpoint('DELETE', '/auth/v1/sessions'),
    endpoint('DELETE', '/auth/v1/sessions/x'),
    endpoint('GET', '/auth/v1/sessions:reauthenticate'),
    endpoint('POST', '/auth/v1/sessions:reauthenticate', { currentPassword: 'x' }),
    endpoint('GET', '/auth/v1/passkeys:reauthenticate'),
    endpoint('POST', '/auth/v1/password', { currentPassword: 'x', newPassword: 'y' }),
    endpoint('POST', '/auth/v1/passwordResets:request', { email: 'nobody@example.com' }),
    endpoint('GET', '/auth/v1/secondFactors'),
    endpoint('POST', '/auth/v1/authenticatorApps', { name: 'phone' }),
    endpoint('POST', '/auth/v1/authenticatorApps:verify', { uid: 'x', code: '123456' }),
    endpoint('POST', '/auth/v1/authenticatorApps:remove', { uid: 'x' }),
    endpoint('POST', '/auth/v1/authenticatorApps:rename', { uid: 'x', name: 'phone' }),
    endpoint('POST', '/auth/v1/passkeys', { name: 'phone' }),
    endpoint('POST', '/auth/v1/passkeys:verify', { name: 'phone', credential: PASSKEY }),
    endpoint('POST', '/auth/v1/passkeys:remove', { uid: 'x' }),
    endpoint('POST', '/auth/v1/passkeys:rename', { uid: 'x', name: 'laptop' }),
    endpoint('GET', '/auth/v1/passkeys:signIn'),
    endpoint('GET', '/auth/v1/passkeys:secondStep'),
    endpoint('POST', '/auth/v1/recoveryCodes', {}),
    endpoint('POST', '/auth/v1/recoveryCodes:confirm', { batch: 'x' }),
    endpoint('POST', '/auth/v1/emailChange:begin', { email: 'x' }),
    endpoint('POST', '/auth/v1/emailChange:preview', { code: 'x' }),
    endpoint('POST', '/auth/v1/emailChange:agree', { code: 'x' }),
    endpoint('POST', '/auth/v1/emailVerification:send', {}),
    endpoint('POST', '/auth/v1/emailVerification:use', { code: 'x' }),
    endpoint('GET', '/auth/v1/setup'),
    endpoint('POST', '/auth/v1/setup', first),
    endpoint('POST', '/auth/v1/invites:preview', { code: 'x' }),
    endpoint('POST', '/auth/v1/invites:accept', { code: 'x', ...person }),
    endpoint('GET', '/.well-known/jwks.json'),
    endpoint('GET', '/.well-known/openid-configuration'),
    { ...endpoint('POST', '/oauth/revoke', { token: 'x' }), isForm: true },
    { ...endpoint('POST', '/oauth/backchannelLogout', { logout_token: 'x' }), isForm: true },
    { ...endpoint('POST', '/oauth/introspect', { token: grove.ownerToken }), isForm: true },
    exchange,
    exchange,
    exchange,
  ];
}

/** The tables that count attempts and requests, or record refused requests. */
const OF_REFUSED = ['Attempt', 'AuditEvent', 'RequestBucket'];

/** A digest of each table that no refused request may change. */
async function stored(): Promise<Record<string, string>> {
  const tables: Record<string, string> = {};
  for (const table of Object.keys(COLUMNS)) {
    if (OF_REFUSED.includes(table)) continue;
    const hash = createHash('sha256');
    const rows = await query(`SELECT * FROM "${table}"`);
    const texts = rows.map((row) => JSON.stringify({ ...row, lastSeenTime: null }));
    hash.update(texts.sort().join('\n'));
    tables[table] = hash.digest('hex');
  }
  return tables;
}

/** The views of single persons. The audit log has no record of them. */
async function ownViews(): Promise<string> {
  return JSON.stringify(await query(`SELECT * FROM "SavedView" WHERE "owner" <> '' ORDER BY 1`));
}

/** The types of audit events that are not changes. Some are recorded a second later. */
const OF_A_USE = /\.(?:exchanged|exported)\.v1$/;

/** The successful audit events by request id, and whether each is a change. */
async function recorded(): Promise<Map<string, { isChange: boolean }>> {
  const events = await rowsIn('AuditEvent').findMany({ where: { result: 'OK' } });
  return new Map(
    events.map(({ requestId, type }) => [requestId, { isChange: !OF_A_USE.test(type) }]),
  );
}

/** The number of occurrences of each status, so that the property is not vacuous. */
const met = new Map<number, number>();

async function send({ bytes, method, isCutShort }: MalformedRequest): Promise<RawAnswer[]> {
  const isHead = method === 'HEAD';
  const answers = await sendRaw(grove, bytes, { isHead, halfClose: isCutShort });
  const label = bytes.subarray(0, 2_000).toString('latin1');
  // A client that announces more data and disconnects need not get a response.
  if (!isCutShort) expect(answers, label).toHaveLength(1);
  for (const answer of answers) {
    try {
      expectWellFormed(answer, isHead);
    } catch (cause) {
      throw new Error(`${label}\n\n${JSON.stringify(answer)}`, { cause });
    }
    met.set(answer.status, (met.get(answer.status) ?? 0) + 1);
  }
  return answers;
}

it('answers every request correctly or with an error, and a refused request changes nothing', async () => {
  const batch = fc.array(malformedRequest(endpoints, grove.ownerToken), {
    minLength: AT_ONCE,
    maxLength: AT_ONCE,
  });
  let sent = 0;
  await assertUntil(
    fc.asyncProperty(batch, async (requests) => {
      sent += requests.length;
      const known = await recorded();
      const viewsBefore = await ownViews();
      const before = await stored();
      const answers = await Promise.all(requests.map(send));
      const succeeded = answers.flat().filter(({ status }) => status === 200);
      const acknowledged = succeeded.map(({ headers }) => headers.get('x-request-id'));
      const after = await stored();
      const added = [...(await recorded())].filter(([requestId]) => !known.has(requestId));
      const changes = added.flatMap(([requestId, { isChange }]) => (isChange ? [requestId] : []));
      // A request of a client that disconnected may still take effect.
      const unheard = changes.filter((requestId) => !acknowledged.includes(requestId));
      const gone = answers.filter(({ length }) => length === 0);
      expect(unheard.length, unheard.join()).toBeLessThanOrEqual(gone.length);
      if (added.length === 0 && (await ownViews()) === viewsBefore) expect(after).toEqual(before);
    }),
    randomly(12),
    () => STATUSES.every((status) => met.has(status)),
  );
  const total = [...met.values()].reduce((sum, count) => sum + count);
  expect(total).toBeGreaterThan(sent * 0.97);
  expect((met.get(200) ?? 0) / total).toBeLessThan(0.3);
  expect([...met.keys()]).toEqual(expect.arrayContaining(STATUSES));
  ok(await grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, { name: 'afterwards' }));
  expect(await verify()).toEqual([]);
});

// @module-tag alone
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { beforeEach, describe, expect, onTestFinished } from 'vitest';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { ServerReflection } from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import { stopCounting } from '#lib/limits/request-rates.ts';
import { perProcess } from '#lib/per-process.ts';
import { grove, issuer, withIssuer, withSettings } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';
import { query } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { newPerson } from '../support/people.ts';
import { sendRaw } from '../support/raw-http.ts';

const config = perProcess('config');

// Windows so long that no tokens return during a test.
const RATES = {
  GROVE_RATE_READ: '20/3600',
  GROVE_RATE_WRITE: '5/3600',
  GROVE_RATE_TOKEN: '3/3600',
  GROVE_RATE_SIGN_IN: '2/3600',
};

const it = withSettings(RATES, withIssuer);

// Resets all counts, including those that processes share.
beforeEach(async () => {
  await stopCounting();
  await query('DELETE FROM "RequestBucket"');
});

const groups = () => `/iam/v2beta1/groups/${grove.rootUid}`;
/** A request that counts as a write and writes nothing. */
const write = (token = grove.ownerToken, headers = {}) =>
  grove.post(groups(), { name: '' }, { token, headers });
const from = (address: string) => ({ 'x-forwarded-for': address });

/** The statuses of this number of consecutive requests. */
async function statuses(count: number, request: (index: number) => Promise<{ status: number }>) {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await request(index)).status);
  return all;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('one caller', () => {
  it('is refused after its quota, and learns when to come back', async () => {
    const first = await write();
    expect(first.headers.get('ratelimit-policy')).toBe('"network-write";q=20;w=3600');
    expect(await statuses(4, () => write())).toEqual(times(4, 400));
    const answer = await write();
    const error = failure(answer, 'RESOURCE_EXHAUSTED');
    expect(error.message).toMatch(/^Resource exhausted: too many requests; try again in \d+ s$/);
    expect(answer.headers.get('ratelimit-policy')).toBe('"caller-write";q=5;w=3600');
    // Some seconds less on a busy machine.
    expect(answer.headers.get('ratelimit')).toMatch(/^"caller-write";r=0;t=3[56]\d\d$/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(600);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(720);
  });

  it('may still read, and others still write', async () => {
    const other = await newPerson(grove);
    await statuses(6, () => write());
    expect((await write()).status).toBe(429);
    const read = await grove.get(groups());
    expect(read.status).toBe(200);
    expect(read.headers.get('ratelimit')).toMatch(/^"caller-read";r=19;t=\d+$/);
    expect((await write(await grove.token(other.uid))).status).toBe(403);
  });

  it('may still ask what somebody may do, which is a read with a body', async () => {
    await statuses(6, () => write());
    const asked = await grove.post('/iam/v2beta1/access:explain', {
      identityUid: grove.ownerUid,
      groupUid: grove.rootUid,
      capability: 'groups.list',
    });
    expect(asked.status).toBe(200);
    expect(asked.headers.get('ratelimit')).toMatch(/^"caller-read";/);
  });

  it('is the same over gRPC', async () => {
    const client = createClient(
      GroupsService,
      createGrpcTransport({ baseUrl: grove.url.replace('localhost', '127.0.0.1') }),
    );
    const headers = { authorization: `Bearer ${grove.ownerToken}` };
    const call = () => client.createGroup({ parentUid: grove.rootUid, group: {} }, { headers });
    const codes = [];
    for (let count = 0; count < 6; count += 1) {
      const error = ConnectError.from(await call().catch((cause: unknown) => cause));
      codes.push(error.code);
      if (count === 5) expect(error.metadata.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(codes).toEqual([...times(5, Code.InvalidArgument), Code.ResourceExhausted]);
    expect((await write()).status).toBe(429);
    const listed = new Headers();
    await client.listGroups(
      {},
      { headers, onHeader: (all) => all.forEach((value, name) => listed.set(name, value)) },
    );
    expect(listed.get('ratelimit')).toMatch(/^"caller-read";r=\d+/);
  });
});

describe('one network', () => {
  const guess = (address: string) =>
    grove.get(groups(), { token: 'not a token'.replaceAll(' ', '.'), headers: from(address) });

  it('is refused without a valid token', async () => {
    expect(await statuses(82, () => guess('203.0.113.1'))).toEqual([
      ...times(80, 401),
      ...times(2, 429),
    ]);
    const inV1 = await grove.get('/iam/v1/groups', { headers: from('203.0.113.1') });
    expect(Object.keys(inV1.body)).toEqual(['code', 'message']);
    expect(inV1.headers.get('link')).toContain('/iam/v2beta1/groups');
    expect((await guess('203.0.113.2')).status).toBe(401);
    expect((await grove.get('/healthz', { headers: from('203.0.113.1') })).status).toBe(200);
  });

  it('is refused calls over gRPC, before anybody reads them', async () => {
    const path = '/grove.iam.v2beta1.GroupsService/ListGroups';
    const headers = { ...from('203.0.113.3'), 'content-type': 'application/proto' };
    const garbage = () =>
      fetch(grove.url + path, { method: 'POST', headers, body: new Uint8Array([255, 255]) });
    expect(await statuses(81, garbage)).toEqual([...times(80, 401), 429]);
  });

  it('is refused further questions in one stream of reflection', async () => {
    const client = createClient(
      ServerReflection,
      createGrpcTransport({ baseUrl: grove.url.replace('localhost', '127.0.0.1') }),
    );
    async function* questions() {
      for (let count = 0; count < 100; count += 1) {
        yield { messageRequest: { case: 'listServices' as const, value: '' } };
      }
    }
    const headers = from('203.0.113.4');
    let answers = 0;
    const read = async () => {
      for await (const _ of client.serverReflectionInfo(questions(), { headers })) answers += 1;
    };
    const error = ConnectError.from(await read().catch((cause: unknown) => cause));
    expect(error.code).toBe(Code.ResourceExhausted);
    // The call itself counts too.
    expect(answers).toBe(79);
    const healthy = createClient(
      Health,
      createGrpcTransport({ baseUrl: grove.url.replace('localhost', '127.0.0.1') }),
    );
    expect((await healthy.check({}, { headers })).status).toBe(1);
  });

  it('is the /64 of an IPv6 address', async () => {
    const all = await statuses(81, (index) => guess(`2001:db8:0:1::${index.toString(16)}`));
    expect(all).toEqual([...times(80, 401), 429]);
    expect((await guess('2001:db8:0:2::1')).status).toBe(401);
  });

  it.each([
    '/x/../auth/v1/invites:preview',
    '/auth/v1/x/%2e%2E/invites:preview',
    '/auth/./v1/invites:preview',
    '/auth\\v1/invites:preview',
    '/x/%2e%2e\\auth/v1/invites:preview',
  ])('is counted as signing in at %s', async (path) => {
    const [answer] = await sendRaw(
      grove,
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(answer?.status).toBe(400);
    expect(answer?.headers.get('ratelimit-policy')).toBe('"network-sign-in";q=8;w=3600');
  });

  it('confirms who it is at the rate of signing in, for the server hashes a password', async () => {
    const answer = await grove.post('/auth/v1/sessions:reauthenticate', {}, { token: null });
    expect(answer.headers.get('ratelimit-policy')).toBe('"network-sign-in";q=8;w=3600');
  });

  it('is refused at sign-in apart from everything else', async () => {
    const preview = () =>
      grove.post('/auth/v1/invites:preview', {}, { token: null, headers: from('203.0.113.3') });
    expect(await statuses(9, preview)).toEqual([...times(8, 400), 429]);
    expect((await guess('203.0.113.3')).status).toBe(401);
  });

  it('is refused at the exchange of tokens', async () => {
    const exchange = () =>
      grove.call('POST', '/sts/exchange', { token: null, headers: from('203.0.113.4') });
    expect(await statuses(13, exchange)).toEqual([...times(12, 400), 429]);
  });
});

it('one issuer is refused in an organization, whichever of its subjects asks there', async () => {
  const claimMatch = { issuer: issuer.issuer, subjectPattern: '.*' };
  ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, { name: 'all', claimMatch }));
  const other = await newOrganization(grove);
  const theirs = { issuer: issuer.issuer, subject: 'theirs' };
  const made = { name: 'one', claimMatch: theirs };
  ok(await grove.post(`/iam/v2beta1/identities/${other.root}`, made, other));
  const asks = async (sub: string, index: number) => {
    const token = await issuer.sign({ sub, aud: grove.url });
    return write(token, from(`203.0.113.${index % 200}`));
  };
  const asked = (index: number) => asks(`machine ${index}`, index);
  expect(await statuses(101, asked)).toEqual([...times(100, 403), 429]);
  expect((await asks(theirs.subject, 0)).status).toBe(403);
  const owner = await write(grove.ownerToken, from('203.0.113.250'));
  expect(owner.status).toBe(400);
});

it('nobody is refused where the limits are off', async () => {
  const limited = config.value;
  onTestFinished(() => {
    delete process.env['GROVE_RATE_LIMITS_OFF'];
    config.value = limited;
  });
  process.env['GROVE_RATE_LIMITS_OFF'] = '1';
  config.take();
  const all = await Promise.all(Array.from({ length: 30 }, () => write()));
  expect(all.map(({ status }) => status)).toEqual(times(30, 400));
  expect(all[0]?.headers.get('ratelimit')).toBeNull();
});

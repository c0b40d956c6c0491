import { create } from '@bufbuild/protobuf';
import type { DescMessage, DescMethodUnary } from '@bufbuild/protobuf';
import { BytesValueSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import type { Transport } from '@connectrpc/connect';
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from '@connectrpc/connect-node';
import { createServer } from 'node:http';
import { connect } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { config } from '#lib/config.ts';
import {
  BadRequestSchema,
  ErrorInfoSchema,
  PreconditionFailureSchema,
  ResourceInfoSchema,
} from '#lib/generated/proto/google/rpc/error_details_pb.js';
import {
  GroupSchema,
  GroupsService,
  ListGroupsRequestSchema,
} from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { IdentityProvidersService } from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { grove, withSettings } from '../fixtures.ts';
import { ok } from '../support/answers.ts';
import { rowsIn, whileLocked } from '../support/database.ts';

const it = withSettings({ GROVE_ALLOW_PRIVATE_ISSUERS: '1' });

const complaints = vi.spyOn(console, 'error');

const TRANSPORTS: [string, (baseUrl: string) => Transport][] = [
  ['gRPC', (baseUrl) => createGrpcTransport({ baseUrl })],
  ['gRPC-Web over HTTP/1.1', (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '1.1' })],
  ['gRPC-Web over HTTP/2', (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '2' })],
  ['Connect over HTTP/1.1', (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '1.1' })],
  [
    'Connect over HTTP/2, as JSON',
    (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '2', useBinaryFormat: false }),
  ],
];

const base = () => grove.url.replace('localhost', '127.0.0.1');
const owner = () => ({ authorization: `Bearer ${grove.ownerToken}` });

/** The error that ends the call. */
async function errorOf(call: Promise<unknown>): Promise<ConnectError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectError);
  return error as ConnectError;
}

/** Checks the ErrorInfo that every error carries. */
function expectInfo(error: ConnectError, reason: string): void {
  const domain = `iam.${new URL(config().url).host}`;
  const requestId = error.metadata.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(error.findDetails(ErrorInfoSchema)).toMatchObject([
    { reason, domain, metadata: { requestId } },
  ]);
}

describe.each(TRANSPORTS)('%s', (name, transportTo) => {
  const groups = () => createClient(GroupsService, transportTo(base()));

  it('creates, changes, lists and deletes the same resources as REST', async () => {
    const metadata = new Headers();
    const options = { headers: owner(), onHeader: (headers: Headers) => copy(headers, metadata) };
    const made = await groups().createGroup(
      { parentUid: grove.rootUid, group: { name: 'team', description: name } },
      options,
    );
    expect(made).toMatchObject({ name: 'team', description: name, verified: false });
    expect(metadata.get('etag')).toMatch(/^"/);
    expect(metadata.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(ok(await grove.get(`/iam/v2beta1/groups/${made.uid}`))['description']).toBe(name);
    const changed = await groups().updateGroup(
      {
        group: { uid: made.uid, name: 'ignored', description: '' },
        updateMask: { paths: ['description'] },
      },
      { headers: { ...owner(), 'if-match': metadata.get('etag') ?? '' } },
    );
    expect([changed.name, changed.description]).toEqual(['team', '']);
    const late = groups().updateGroup(
      { group: { uid: made.uid, description: 'late' } },
      { headers: { ...owner(), 'if-match': metadata.get('etag') ?? '' } },
    );
    expect((await errorOf(late)).code).toBe(Code.Aborted);
    const page = await groups().listGroups(
      { uidp: { childrenOf: grove.rootUid }, pageSize: 5, name: 'team' },
      options,
    );
    expect([page.totalCount, page.skipped, page.nextPageToken]).toEqual([1n, 0, '']);
    expect(page.groups[0]?.uid).toBe(made.uid);
    await groups().deleteGroup({ uid: made.uid }, options);
    expect((await errorOf(groups().getGroup({ uid: made.uid }, options))).code).toBe(Code.NotFound);
  });

  it('carries the details of errors', async () => {
    const options = { headers: owner() };
    const domain = `iam.${new URL(config().url).host}`;
    const invalid = await errorOf(
      groups().createGroup({ parentUid: grove.rootUid, group: { name: 'No!' } }, options),
    );
    expect(invalid.code).toBe(Code.InvalidArgument);
    expect(invalid.rawMessage).toMatch(/^Invalid argument: name: may have small letters/);
    expect(invalid.findDetails(ErrorInfoSchema)).toMatchObject([
      { reason: 'INVALID_ARGUMENT', domain, metadata: { requestId: expect.any(String) as string } },
    ]);
    const [bad] = invalid.findDetails(BadRequestSchema);
    expect(bad?.fieldViolations).toMatchObject([{ field: 'name' }]);
    const gone = `${grove.rootUid}/0123456789abcdef`;
    const missing = await errorOf(groups().getGroup({ uid: gone }, options));
    expect(missing.findDetails(ResourceInfoSchema)).toMatchObject([
      { resourceType: 'Group', resourceName: gone },
    ]);
    const full = await errorOf(groups().deleteGroup({ uid: grove.rootUid }, options));
    const [failure] = full.findDetails(PreconditionFailureSchema);
    expect(failure?.violations.map(({ type }) => type)).toContain('RESOURCE_NOT_EMPTY');
  });

  it('needs a caller', async () => {
    const nobody = await errorOf(groups().listGroups({}));
    expect(nobody.code).toBe(Code.Unauthenticated);
    expect(nobody.metadata.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    const headers = { authorization: 'Bearer x.y.z' };
    expect((await errorOf(groups().listGroups({}, { headers }))).code).toBe(Code.Unauthenticated);
  });

  it('takes messages of at most 1 MiB', async () => {
    const message = {
      parentUid: grove.rootUid,
      group: { name: 'a', description: 'd'.repeat(2e6) },
    };
    const error = await errorOf(groups().createGroup(message, { headers: owner() }));
    expect(error.code).toBe(Code.ResourceExhausted);
    expect(error.rawMessage).toBe('Resource exhausted: a message has at most 1048576 bytes');
    expectInfo(error, 'RESOURCE_EXHAUSTED');
  });

  it('takes messages of at most 16 KiB for health, whose callers nobody knows', async () => {
    const health = createClient(Health, transportTo(base()));
    const error = await errorOf(health.check({ service: 'a'.repeat(17_000) }));
    expect(error.rawMessage).toBe('Resource exhausted: a message has at most 16384 bytes');
    expectInfo(error, 'RESOURCE_EXHAUSTED');
  });

  it('says that a message cannot be decoded', async () => {
    // Invalid UTF-8 in a method's string field; in JSON a string instead of an object.
    const input = BytesValueSchema as DescMessage;
    const method = { ...GroupsService.method.getGroup, input } as DescMethodUnary;
    const message = create(BytesValueSchema, { value: Uint8Array.of(0xff, 0xfe) });
    const error = await errorOf(
      transportTo(base()).unary(method, undefined, undefined, owner(), message),
    );
    expect(error.code).toBe(Code.InvalidArgument);
    expectInfo(error, 'INVALID_ARGUMENT');
    const [bad] = error.findDetails(BadRequestSchema);
    expect(bad?.fieldViolations).toMatchObject([{ field: 'body' }]);
  });

  it.each([
    ['grove.iam.v2beta1.GroupsService', 'NoSuchMethod'],
    ['grove.iam.v2beta1.NoSuchService', 'GetGroup'],
    ['another.vendor.Service', 'GetGroup'],
  ])('says that there is no %s/%s', async (typeName, methodName) => {
    const parent = { ...GroupsService, typeName };
    const method = { ...GroupsService.method.getGroup, name: methodName, parent };
    const call = transportTo(base()).unary(method, undefined, undefined, owner(), { uid: 'u' });
    const error = await errorOf(call);
    expect(error.code).toBe(Code.Unimplemented);
    expect(error.rawMessage).toBe(`Not implemented: there is no method ${typeName}/${methodName}`);
    expectInfo(error, 'UNIMPLEMENTED');
  });
});

describe('a deadline', () => {
  const groups = () => createClient(GroupsService, createGrpcTransport({ baseUrl: base() }));
  const count = (name: string) => rowsIn('Group').count({ where: { name } });

  it('ends a call that waits for another writer', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const client = createClient(IdentityProvidersService, createGrpcTransport({ baseUrl: base() }));
    const error = await errorOf(
      client.testConnection(
        { groupUid: grove.rootUid, issuer },
        { headers: owner(), timeoutMs: 300 },
      ),
    );
    expect(error.code).toBe(Code.DeadlineExceeded);
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    ['grpc-timeout', '99999999H', 'gRPC'],
    ['connect-timeout-ms', '9999999999', 'Connect over HTTP/1.1'],
  ])('of %s weeks ahead ends nothing', async (header, value, name) => {
    const transport = new Map(TRANSPORTS).get(name)?.(base());
    if (transport === undefined) throw new Error(`there is no transport ${name}`);
    const client = createClient(GroupsService, transport);
    const headers = { ...owner(), [header]: value };
    const group = { name: `${header} weeks ahead` };
    const created = await whileLocked(async () => {
      const call = client.createGroup({ parentUid: grove.rootUid, group }, { headers });
      await Promise.race([call.catch(() => {}), wait(300)]);
      return [call];
    });
    expect((await created[0])?.name).toBe(group.name);
  });

  it('and a cancellation prevent a write that still waits', async () => {
    await whileLocked(async () => {
      const late = groups().createGroup(
        { parentUid: grove.rootUid, group: { name: 'late' } },
        { headers: owner(), timeoutMs: 300 },
      );
      const cancelled = new AbortController();
      const left = groups().createGroup(
        { parentUid: grove.rootUid, group: { name: 'left' } },
        { headers: owner(), signal: cancelled.signal },
      );
      setTimeout(() => cancelled.abort(), 300);
      const codes = await Promise.all([late, left].map(async (call) => (await errorOf(call)).code));
      expect(codes).toEqual([Code.DeadlineExceeded, Code.Canceled]);
      await wait(200);
    });
    ok(await grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, { name: 'after' }));
    expect(await Promise.all(['late', 'left', 'after'].map(count))).toEqual([0, 0, 1]);
    expect(complaints).not.toHaveBeenCalled();
  });
});

it('answers an unknown method with trailers, as gRPC does', async () => {
  const session = connect(base());
  const stream = session.request({
    ':method': 'POST',
    ':path': '/no.such.Service/Method',
    'content-type': 'application/grpc+proto',
    te: 'trailers',
  });
  const [headers, trailers] = await new Promise<IncomingHttpHeaders[]>((resolve, reject) => {
    const parts: IncomingHttpHeaders[] = [];
    stream.on('response', (part) => parts.push(part));
    stream.on('trailers', (part) => parts.push(part));
    stream.on('error', reject);
    stream.on('end', () => resolve(parts));
    stream.resume();
    stream.end(Buffer.alloc(5));
  });
  session.close();
  expect([headers?.[':status'], headers?.['content-type']]).toEqual([
    200,
    'application/grpc+proto',
  ]);
  expect(trailers?.['grpc-status']).toBe('12');
  expect(trailers?.['grpc-status-details-bin']).toBeDefined();
});

describe('a message', () => {
  const groups = () => createClient(GroupsService, createGrpcTransport({ baseUrl: base() }));

  it('is checked as a body is', async () => {
    const options = { headers: owner() };
    const fieldsOf = async (call: Promise<unknown>) => {
      const [bad] = (await errorOf(call)).findDetails(BadRequestSchema);
      return bad?.fieldViolations.map(({ field }) => field);
    };
    const nul = create(GroupSchema, { name: 'a', description: '\0' });
    const parentUid = grove.rootUid;
    expect(await fieldsOf(groups().createGroup({ parentUid, group: nul }, options))).toEqual([
      'description',
    ]);
    expect(await fieldsOf(groups().createGroup({ parentUid }, options))).toEqual(['name']);
    expect(await fieldsOf(groups().updateGroup({}, options))).toEqual(['uid']);
    const updateMask = { paths: ['no such', 'create_time'] };
    const update = groups().updateGroup({ group: { uid: parentUid }, updateMask }, options);
    expect(await fieldsOf(update)).toEqual(['updateMask', 'updateMask']);
    const list = create(ListGroupsRequestSchema, { pageSize: -1, orderBy: 'x', name: '\0' });
    expect(await fieldsOf(groups().listGroups(list, options))).toEqual(['name']);
    expect(await fieldsOf(groups().listGroups({ ...list, name: 'a' }, options))).toEqual([
      'page_size',
      'order_by',
    ]);
  });

  it('with an empty mask changes the fields that are set', async () => {
    const { uid } = await groups().createGroup(
      { parentUid: grove.rootUid, group: { name: 'of an empty mask' } },
      { headers: owner() },
    );
    const changed = await groups().updateGroup(
      { group: { uid, description: 'set' }, updateMask: { paths: [] } },
      { headers: owner() },
    );
    expect(changed.description).toBe('set');
  });
});

function copy(from: Headers, to: Headers): void {
  for (const [name, value] of from) to.set(name, value);
}

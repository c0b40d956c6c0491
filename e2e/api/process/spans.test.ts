// @module-tag alone
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isNear } from '#lib/net/near.ts';
import { perProcess } from '#lib/per-process.ts';
import { VERSION } from '#lib/version.ts';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import type { OtlpReceiver, ReceivedSpan } from '../../support/otlp-receiver.ts';
import { startGrove } from '../harness.ts';
import type { TestGrove } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { overGrpc } from '../support/over-grpc.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const GROUPS = '/iam/v2beta1/groups';
const NOWHERE = `${GROUPS}/${'0'.repeat(40)}`;

let receiver: OtlpReceiver;
let grove: TestGrove;
const loaded: string[] = [];
const hooks = registerHooks({
  resolve(specifier, context, next) {
    if (specifier.includes('opentelemetry')) loaded.push(specifier);
    return next(specifier, context);
  },
});

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  grove = await startGrove({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
});

afterAll(async () => {
  hooks.deregister();
  await grove.stop();
  await receiver.stop();
});

/** The spans of `work`, in the order of their arrival. */
async function spansOf(work: () => Promise<unknown>): Promise<ReceivedSpan[]> {
  const { exportSpans } = await import('#lib/tracing/export.ts');
  receiver.spans.length = 0;
  const stop = await exportSpans(isNear);
  await work();
  // The span of a request may end after its answer has arrived, but before the next answer has.
  await grove.get('/healthz');
  await stop?.();
  return [...receiver.spans];
}

const ofServer = ({ name, attributes, hasFailed }: ReceivedSpan) => ({
  name,
  attributes,
  hasFailed,
});

it('sends a span for each request, with its operation and code', async () => {
  const ids: (string | null)[] = [];
  const spans = await spansOf(async () => {
    const made = await grove.post(`${GROUPS}/${grove.rootUid}`, { name: 'payments' });
    const refused = await grove.get(NOWHERE, { token: null });
    ids.push(...[made, refused].map(({ headers }) => headers.get('x-request-id')));
    await grove.get('/healthz');
  });
  expect(spans.map(ofServer)).toEqual([
    {
      name: 'CreateGroup',
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'grove.request_id': ids[0],
      },
      hasFailed: false,
    },
    {
      name: 'GetGroup',
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 401,
        'grove.request_id': ids[1],
      },
      hasFailed: false,
    },
  ]);
  expect(spans[0]).toMatchObject({
    kind: 'server',
    parentId: '',
    resource: {
      'service.name': 'grove',
      'service.version': VERSION,
      'deployment.environment.name': 'test',
    },
  });
  expect(spans[0]?.traceId).not.toBe(spans[1]?.traceId);
  expect(new Set(receiver.requests)).toEqual(new Set(['POST /v1/traces application/x-protobuf']));
  expect(loaded).toContainEqual(expect.stringContaining('@opentelemetry/sdk-trace/'));
});

it('sends a span for each call over gRPC', async () => {
  const spans = await spansOf(async () => {
    const rpc = overGrpc(new URL(grove.url).host, grove.ownerToken, grove.call);
    ok(await rpc.call('GET', GROUPS));
    failure(await rpc.call('GET', NOWHERE, { token: null }), 'UNAUTHENTICATED');
    rpc.close();
  });
  const attributes = (method: string, code: string): ReceivedSpan['attributes'] => ({
    'rpc.system.name': 'grpc',
    'rpc.method': `grove.iam.v2beta1.GroupsService/${method}`,
    'rpc.response.status_code': code,
    'grove.request_id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
  expect(spans.map(ofServer)).toEqual([
    { name: 'ListGroups', attributes: attributes('ListGroups', 'OK'), hasFailed: false },
    { name: 'GetGroup', attributes: attributes('GetGroup', 'UNAUTHENTICATED'), hasFailed: false },
  ]);
});

it("continues a caller's trace, through Grove to an issuer", async () => {
  const issuer = await startOidcIssuer();
  const passedOn: unknown[] = [];
  const claimMatch = { issuer: issuer.issuer, subject: 'machine' };
  ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, { name: 'ci', claimMatch }));
  const token = await issuer.sign({ sub: 'machine', aud: grove.url });
  issuer.intercept = ({ headers }) => {
    passedOn.push([headers['traceparent'], headers['tracestate']]);
    return false;
  };
  const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'rojo=1' };
  const spans = await spansOf(() => grove.get('/auth/v1/me', { token, headers }));
  await issuer.stop();
  const [server] = spans.filter(({ kind }) => kind === 'server');
  const clients = spans.filter(({ kind }) => kind === 'client');
  expect(server).toMatchObject({ traceId: TRACE, parentId: SPAN, traceState: 'rojo=1' });
  expect(clients).toHaveLength(2);
  for (const client of clients) {
    expect(client).toMatchObject({ traceId: TRACE, parentId: server?.spanId, name: 'GET' });
    expect(client.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': 'localhost',
      'server.port': Number(new URL(issuer.issuer).port),
      'url.scheme': 'http',
      'http.response.status_code': 200,
    });
  }
  expect(passedOn).toEqual(clients.map(({ spanId }) => [`00-${TRACE}-${spanId}-01`, 'rojo=1']));
});

it('records no trace that its caller does not record', async () => {
  const headers = { traceparent: `00-${TRACE}-${SPAN}-00` };
  expect(await spansOf(() => grove.get(GROUPS, { headers }))).toEqual([]);
});

it('sends spans to a receiver of this machine past the proxy for outgoing requests', async () => {
  const asked: string[] = [];
  const proxy = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const config = perProcess('config');
  const known = config.value;
  process.env['HTTP_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  config.take();
  const spans = await spansOf(() => grove.get(GROUPS));
  delete process.env['HTTP_PROXY'];
  config.value = known;
  proxy.close();
  expect(spans).not.toHaveLength(0);
  expect(asked).toEqual([]);
});

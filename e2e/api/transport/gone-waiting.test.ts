// @module-tag http
// @module-tag next
/** Custom methods that ask another server end when their client disconnects, over every transport. */
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, describe, expect, onTestFinished, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { IdentityProvidersService } from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { RegistrySourcesService } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { dns, grove, withDns } from '../fixtures.ts';
import { ok } from '../support/answers.ts';
import { SOURCES } from '../support/registry-sources.ts';

const IAM = '/iam/v2beta1';
/** Longer than a test may take. */
const FAR_MS = 3_600_000;
const isNext = process.env['GROVE_TEST_TRANSPORT'] === 'next';

/** Takes requests and never answers. */
let silent: Server;
let url: string;

const it = withDns();

const complaints = vi.spyOn(console, 'error');

it.beforeAll(async () => {
  Object.assign(config().pace, { registryTimeoutMs: FAR_MS, fetchTimeoutMs: FAR_MS });
  silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});

afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

type Send = (signal: AbortSignal) => Promise<unknown>;

const headers = () => ({ authorization: `Bearer ${grove.ownerToken}` });

const rest = (path: string, body: object): Send => {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const all = () => ({ ...headers(), 'content-type': 'application/json' });
  return (signal) => fetch(grove.url + path, { ...init, headers: all(), signal });
};

const rpc = (transport: Transport) => ({
  registry: (): Send => (signal) =>
    createClient(RegistrySourcesService, transport).testRegistryConnection(
      { groupUid: grove.rootUid, url },
      { headers: headers(), signal },
    ),
  provider: (): Send => (signal) =>
    createClient(IdentityProvidersService, transport).testConnection(
      { groupUid: grove.rootUid, issuer: url },
      { headers: headers(), signal },
    ),
  domain:
    (name: string): Send =>
    (signal) =>
      createClient(GroupsService, transport).checkDomain(
        { groupUid: grove.rootUid, name },
        { headers: headers(), signal },
      ),
});

type Calls = ReturnType<typeof rpc>;

const overRest = (): Calls => ({
  registry: () => rest(`${SOURCES}:testConnection`, { groupUid: grove.rootUid, url }),
  provider: () =>
    rest(`${IAM}/identityProviders:testConnection`, { groupUid: grove.rootUid, issuer: url }),
  domain: (name) => rest(`${IAM}/groups:checkDomain`, { groupUid: grove.rootUid, name }),
});

const base = () => grove.url.replace('localhost', '127.0.0.1');
const overConnect = () => rpc(createConnectTransport({ baseUrl: base(), httpVersion: '1.1' }));
const overGrpc = () => rpc(createGrpcTransport({ baseUrl: base() }));

const TRANSPORTS: [string, () => Calls][] = [
  ['REST', overRest],
  ['Connect', overConnect],
];
if (!isNext) TRANSPORTS.push(['gRPC', overGrpc]);

/** Leaves once the other server has the request. @returns when that request has ended. */
async function leave(send: Send): Promise<void> {
  const gone = new AbortController();
  const arrival = once(silent, 'request') as Promise<[unknown, ServerResponse]>;
  const call = send(gone.signal).catch(() => {});
  const [, response] = await arrival;
  const end = once(response, 'close');
  gone.abort();
  await Promise.all([call, end]);
}

describe.each(TRANSPORTS)('over %s, a client that disconnects ends', (name, callsOf) => {
  it('the test of a registry', () => leave(callsOf().registry()));

  it('the test of an identity provider', () => leave(callsOf().provider()));

  it.skipIf(isNext)('the check of a domain', async () => {
    const domain = `${name.toLowerCase()}.example.com`;
    const body = { groupUid: grove.rootUid, name: domain };
    const claimed = ok(await grove.post(`${IAM}/groups:claimDomain`, body));
    dns.answers.set(String(claimed['recordName']), 'silent');
    const looks = vi.spyOn(Resolver.prototype, 'resolveTxt');
    const cancels = vi.spyOn(Resolver.prototype, 'cancel');
    onTestFinished(() => {
      looks.mockRestore();
      cancels.mockRestore();
    });
    const gone = new AbortController();
    const call = callsOf()
      .domain(domain)(gone.signal)
      .catch(() => {});
    await expect.poll(() => looks.mock.results).toHaveLength(1);
    gone.abort();
    await call;
    await expect(looks.mock.results[0]?.value).rejects.toMatchObject({ code: 'ECANCELLED' });
    expect(cancels).toHaveBeenCalledOnce();
  });
});

it('and the log has nothing to say of it', () => {
  expect(complaints.mock.calls).toEqual([]);
});

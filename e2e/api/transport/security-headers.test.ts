import { createGrpcTransport } from '@connectrpc/connect-node';
import { createClient } from '@connectrpc/connect';
import { expect } from 'vitest';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { grove, withSettings } from '../fixtures.ts';
import { sendRaw } from '../support/raw-http.ts';

const it = withSettings({ GROVE_URL: 'https://grove.example.com' });

let local: string;

it.beforeAll(() => {
  local = `http://127.0.0.1:${process.env['PORT']}`;
});

const EXPECTED: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none';.* frame-ancestors 'none'$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
};

function expectProtected(headers: { get(name: string): string | null | undefined }, what: string) {
  for (const [name, value] of Object.entries(EXPECTED)) {
    expect(headers.get(name) ?? '', `${what}: ${name}`).toMatch(value);
  }
}

it.each([
  ['GET', '/iam/v2beta1/groups'],
  ['POST', '/iam/v2beta1/groups'],
  ['GET', '/iam/v2beta1/groups/x.png'],
  ['GET', '/nothing.png'],
  ['GET', '/icon.svg'],
  ['GET', '/healthz'],
  ['GET', '/openapi.json'],
  ['GET', '/.well-known/jwks.json'],
  ['POST', '/sts/exchange'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/backchannelLogout'],
  ['POST', '/registry/events'],
  ['GET', '/%zz'],
  ['POST', '/grove.iam.v2beta1.GroupsService/Nothing'],
])('%s %s is answered with all of them', async (method, path) => {
  const answer = await grove.call(method, path, { token: null });
  expectProtected(answer.headers, path);
});

it('are on responses to bytes that are not HTTP', async () => {
  const [answer] = await sendRaw({ ...grove, url: local }, 'HELLO\r\n\r\n');
  expectProtected(answer?.headers ?? new Headers(), 'noise');
});

it('are on gRPC responses', async () => {
  let headers = new Headers();
  const client = createClient(GroupsService, createGrpcTransport({ baseUrl: local }));
  await client.listGroups(
    {},
    {
      headers: { authorization: `Bearer ${grove.ownerToken}` },
      onHeader: (received) => (headers = received),
    },
  );
  expectProtected(headers, 'gRPC');
});

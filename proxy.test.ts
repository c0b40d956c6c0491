import { unstable_doesMiddlewareMatch as doesProxyMatch } from 'next/experimental/testing/server';
import { expect, it } from 'vitest';
import { isServed } from '#lib/transport/host/serve.ts';
import { ENDPOINTS } from './e2e/support/endpoints.ts';
import { config } from './proxy.ts';

const passes = (path: string) => doesProxyMatch({ config, url: `http://localhost${path}` });

it.each([
  '/iam/v2beta1',
  '/iam/v2beta1/groups/a/b',
  '/iam/v2beta1/groups:summarize?group_uid=a',
  '/iam/v1/groups',
  '/registry/v2beta1/repos/a%2Fb',
  '/registry/v1/repos',
  '/registry/events',
  '/vulnerabilities/v2beta1/advisories:import',
  '/vulnerabilities/v1/advisories',
  '/auth/v1/me',
  '/sts/exchange',
  '/oauth/revoke',
  '/.well-known/jwks.json',
  '/openapi.json',
  '/openapi-v1.json',
  '/installation/picture',
  '/healthz',
  '/readyz',
  '/malformed',
])('%s is answered by a route handler, and does not pass the proxy', (path) => {
  expect([isServed(path.split('?', 1)[0] ?? ''), passes(path)]).toEqual([true, false]);
});

it('does not see a request for an endpoint, which its route handler counts', () => {
  expect(ENDPOINTS.map(({ path }) => path.replace('{uid}', 'a/b')).filter(passes)).toEqual([]);
});

it.each([
  '/',
  '/sign-in',
  '/groups/a?tab=b',
  '/groups/iam/v2beta1/groups',
  '/iam/v2beta10',
  '/iam/v3/groups',
  '/iam',
  '/registry/events/more',
  '/auth/v10',
  '/openapi.json/more',
  '/healthz2',
  '/grove.iam.v2beta1.GroupsService',
  '/rpc/grove.iam.v2beta1.GroupsService/GetGroup',
  '/system',
  '/api/auth',
  '/api/auth/',
  '/api/auth//session',
])('%s is a page, or none, and passes the proxy', (path) => {
  expect([isServed(path.split('?', 1)[0] ?? ''), passes(path)]).toEqual([false, true]);
});

it.each([
  '/metrics',
  '/api/auth/session',
  '/api/auth/callback/credentials',
  '/_next/static/chunks/a.js',
  '/grove.iam.v2beta1.GroupsService/GetGroup',
])('%s does not pass the proxy either', (path) => {
  expect(passes(path)).toBe(false);
});

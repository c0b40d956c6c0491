import { expect, it } from 'vitest';
import { ROUTES } from '#lib/transport/auth/auth.ts';
import { ENDPOINTS as SEEN } from '../../../e2e/support/endpoints.ts';
import { MAX_CREDENTIALS_BYTES } from '#lib/transport/http/limits.ts';
import { AREAS } from './areas.ts';
import { ENDPOINTS, findEndpoint, rateOf } from './find.ts';

it.each([
  ['GET', '/iam/v2beta1/groups', '/iam/v2beta1/groups'],
  ['GET', '/iam/v2beta1/groups/', '/iam/v2beta1/groups'],
  ['HEAD', '/iam/v2beta1/groups/a/b', '/iam/v2beta1/groups/*'],
  ['GET', '/iam/v2beta1/groups:summarize', '/iam/v2beta1/groups:summarize'],
  ['GET', '/api/auth/callback/a', '/api/auth/callback/*'],
  ['POST', '/api/auth/callback/a', '/api/auth/*'],
  ['OPTIONS', '/healthz', '/healthz'],
  ['PUT', '/iam/v2beta1/groups', undefined],
  ['GET', '/iam/v2beta1/groups:nothing', undefined],
  ['GET', '/iam/v2beta1', undefined],
  ['GET', '/auth/v1', undefined],
  ['GET', '/', undefined],
  ['GET', '', undefined],
])('finds for %s %s the path %s', (method, path, found) => {
  expect(findEndpoint(method, path)?.path).toBe(found);
});

it('knows every route of signing in and of tokens', () => {
  for (const [path, methods] of Object.entries(ROUTES)) {
    for (const method of Object.keys(methods)) {
      expect([method, path, findEndpoint(method, path) !== undefined]).toEqual([
        method,
        path,
        true,
      ]);
    }
  }
});

it('knows no endpoint of them that has no route', () => {
  const routes = Object.entries(ROUTES).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const listed = AREAS.flatMap(({ name, endpoints = [] }) =>
    ['signIn', 'tokens', 'discovery'].includes(name) ? endpoints : [],
  );
  expect(listed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort());
});

const RATES: Readonly<Record<string, string>> = { signIn: 'sign-in' };

it.each(SEEN)('knows what clients see of $method $path', ({ method, path, ...seen }) => {
  const { who, rate, bringsCredentials } = findEndpoint(method, path.replace('{uid}', 'a/b')) ?? {};
  expect({ who, rate: RATES[rate ?? '-'] ?? rate ?? '-' }).toEqual({
    who: seen.who,
    rate: seen.rate,
  });
  expect(bringsCredentials).toBe(seen.body === String(MAX_CREDENTIALS_BYTES));
});

it('has one endpoint for a method and a path', () => {
  const names = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(names).toEqual([...new Set(names)]);
});

it('counts what is no endpoint by its method', () => {
  expect(rateOf('GET', '/sign-in')).toBe('read');
  expect(rateOf('POST', '/sign-in')).toBe('write');
  expect(rateOf('GET', '/healthz')).toBe(null);
});

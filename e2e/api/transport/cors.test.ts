import { describe, expect } from 'vitest';
import { grove, withSettings } from '../fixtures.ts';
import { failure } from '../support/answers.ts';

const PORTAL = 'https://portal.example.com';

const it = withSettings({ GROVE_CORS_ORIGINS: `${PORTAL},http://localhost:1` });
const GROUPS = '/iam/v2beta1/groups';
const CALL = '/grove.iam.v2beta1.GroupsService/ListGroups';

const ask = (path: string, origin: string, init: RequestInit = {}) => {
  const headers = { origin, authorization: `Bearer ${grove.ownerToken}`, ...init.headers };
  return fetch(grove.url + path, { ...init, headers });
};

const preflight = (path: string, origin: string) =>
  fetch(grove.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,connect-protocol-version,content-type',
    },
  });

const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

describe('a page of an origin that the settings name', () => {
  it.each([GROUPS, CALL, '/openapi.json', '/iam/v1/groups'])('may ask for %s', async (path) => {
    const asked = await preflight(path, PORTAL);
    expect([asked.status, allowed(asked)]).toEqual([204, PORTAL]);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(asked.headers.get('access-control-allow-headers')).toBe(
      'authorization,connect-protocol-version,content-type',
    );
    expect(asked.headers.get('vary')).toContain('origin');
  });

  it('reads answers and errors, with what it needs of their headers', async () => {
    const list = await ask(GROUPS, PORTAL);
    expect([list.status, allowed(list)]).toEqual([200, PORTAL]);
    expect(list.headers.get('access-control-expose-headers')).toMatch(
      /etag.*retry-after.*x-request-id/,
    );
    expect(list.headers.get('vary')).toBe('accept-encoding, origin');
    const refused = await ask(GROUPS, PORTAL, { headers: { authorization: 'Bearer x' } });
    expect([refused.status, allowed(refused)]).toEqual([401, PORTAL]);
    const called = await ask(CALL, PORTAL, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'connect-protocol-version': '1' },
    });
    expect([called.status, allowed(called)]).toEqual([200, PORTAL]);
  });

  it('never sends cookies, and signs nobody in', async () => {
    for (const path of [GROUPS, '/auth/v1/me', '/api/auth/csrf', '/sts/exchange']) {
      const answer = await ask(path, PORTAL);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(allowed(answer)).toBe(path === GROUPS ? PORTAL : null);
    }
  });
});

it.each([
  'https://evil.example.com',
  'null',
  `${PORTAL}.evil.example`,
  'http://portal.example.com',
])('a page of %s gets no leave', async (origin) => {
  expect(allowed(await preflight(GROUPS, origin))).toBeNull();
  expect(allowed(await ask(GROUPS, origin))).toBeNull();
});

it('other OPTIONS are refused as before', async () => {
  failure(await grove.call('OPTIONS', GROUPS), 'UNIMPLEMENTED');
});

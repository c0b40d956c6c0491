import { expect, it } from 'vitest';
import { AREAS, findArea } from './areas.ts';

it.each([
  ['/iam/v2beta1', 'api'],
  ['/iam/v2beta1/', 'api'],
  ['/iam/v2beta1/nothing', 'api'],
  ['/vulnerabilities/v1/advisories', 'v1'],
  ['/registry/events', 'events'],
  ['/sts', 'tokens'],
  ['/oauth/revoke/more', 'tokens'],
  ['/.well-known/nothing', 'discovery'],
  ['/auth/v1/sessions/a', 'signIn'],
  ['/api/auth/session', 'nextAuth'],
  ['/grove.iam.v2beta1.GroupsService/GetGroup', 'calls'],
  ['/_next/static/a.js', 'files'],
  ['/iam', undefined],
  ['/iam/v2beta10', undefined],
  ['/auth/v10', undefined],
  ['/stsx', undefined],
  ['/registry/events/more', undefined],
  ['/healthz/', undefined],
  ['/api/auth', undefined],
  ['/api/auth//session', undefined],
  ['/malformed/more', undefined],
  ['/rpc/grove.iam.v2beta1.GroupsService/GetGroup', undefined],
  ['/', undefined],
  ['', undefined],
])('finds %s in %s', (path, name) => {
  expect(findArea(path)?.name).toBe(name);
});

it('finds each endpoint in the area that lists it', () => {
  for (const area of AREAS) {
    for (const { path } of area.endpoints ?? [])
      expect([path, findArea(path)]).toEqual([path, area]);
  }
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { redundancyQuery } from '#lib/client/access/redundancy-query.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

afterEach(() => vi.unstubAllGlobals());

function binding(uid: string, group: string, roleUid: string): RoleBinding {
  return {
    uid,
    identity: { uid: 'g/i', name: 'ci', description: '', subject: '', issuer: '', email: '' },
    group: { uid: group, name: group, description: '' },
    role: { uid: roleUid, name: 'r', description: '' },
    createTime: '2026-01-01T00:00:00Z',
  };
}

it('reads the other bindings of the identities, then what the roles grant', async () => {
  const asked: string[] = [];
  const here = binding('g/h/b', 'g/h', 'g/custom');
  const above = binding('g/b', 'g', builtInRole('viewer').uid);
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(decodeURIComponent(path));
    const roles = [{ uid: 'g/custom', name: 'r', capabilities: ['groups.list'] }];
    const list = path.includes('/roles?') ? { roles } : { roleBindings: [here, above] };
    return Promise.resolve(Response.json({ ...list, nextPageToken: '' }));
  });
  const query = redundancyQuery([here], { 'uidp.ancestors_of': 'g/h/x' });
  const { by, isComplete } = await new QueryClient().fetchQuery(query);
  expect(by.get('g/h/b')?.uid).toBe('g/b');
  expect(isComplete).toBe(true);
  expect(asked).toEqual([
    '/iam/v2beta1/roleBindings?uidp.ancestors_of=g/h/x&identity=g/i&page_size=200',
    '/iam/v2beta1/roles?uidp.ids=g/custom&page_size=200',
  ]);
});

it('asks nothing for no rows', () => {
  expect(redundancyQuery([]).enabled).toBe(false);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { acts, subjectsQuery } from '#lib/client/activity/audit-subjects.ts';
import { nameIn } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

afterEach(() => vi.restoreAllMocks());

const record = (type: string, resource: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  uid: `${resource}/e`,
  type: `grove.iam.${type}.v1`,
  actor: 'somebody',
  identities: [],
  issuer: 'https://issuer.example.com',
  subject: 'somebody',
  requestId: 'r',
  operation: 'update',
  resource,
  group: 'g',
  result: 'PERMISSION_DENIED',
  createTime: '2026-01-01T00:00:00.000Z',
  ...more,
});

it('asks for what was denied, each kind once, and for the group of what was not made', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((path) => {
    asked.push(decodeURIComponent(String(path)));
    const rows = String(path).includes('roleBindings')
      ? { roleBindings: [{ uid: 'g/b', identity: { name: 'ci' }, role: { name: 'viewer' } }] }
      : { groups: [{ uid: 'g', name: 'payments' }], identities: [] };
    return Promise.resolve(Response.json(rows));
  });
  const query = subjectsQuery([
    record('role_binding.deleted', 'g/b'),
    record('role_binding.deleted', 'g/b'),
    record('identity.created', 'g', { operation: 'create' }),
    record('identity.updated', 'g/hidden'),
    record('identity.updated', 'g/done', { result: 'OK' }),
    record('future_thing.updated', 'g/f'),
  ]);
  expect(query.enabled).toBe(true);
  const names = await new QueryClient().fetchQuery(query);
  expect([...names]).toEqual([
    ['g/b', 'ci as viewer'],
    ['g', 'payments'],
  ]);
  expect(asked).toEqual([
    '/iam/v2beta1/roleBindings?uidp.ids=g/b&page_size=200',
    '/iam/v2beta1/groups?uidp.ids=g&page_size=200',
    '/iam/v2beta1/identities?uidp.ids=g/hidden&page_size=200',
  ]);
});

it('asks nothing where nothing was denied', () => {
  expect(subjectsQuery([record('group.updated', 'g', { result: 'OK' })]).enabled).toBe(false);
});

it('takes a name from what there is', () => {
  expect(nameIn({ name: 'a', url: 'https://b' })).toBe('a');
  expect(nameIn({ url: 'https://b' })).toBe('https://b');
  expect(nameIn({ role: { name: 'viewer' } })).toBe('viewer');
  expect(nameIn({ uid: 'u' })).toBeUndefined();
});

it('joins the events of one request and kind, and no others', () => {
  const events = [
    record('role_binding.deleted', 'g/a'),
    record('role_binding.deleted', 'g/b'),
    record('role_binding.created', 'g/c'),
    record('role_binding.created', 'g/d', { requestId: 's' }),
    record('role_binding.created', 'g/e', { requestId: 's', result: 'OK' }),
  ];
  const joined = acts(events).map((act) => act.map(({ resource }) => resource));
  expect(joined).toEqual([['g/a', 'g/b'], ['g/c'], ['g/d'], ['g/e']]);
});

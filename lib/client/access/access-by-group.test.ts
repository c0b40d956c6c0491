import { expect, it } from 'vitest';
import { accessByGroup, byFamily } from '#lib/client/access/access-by-group.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

const binding = (group: string, role: string): RoleBinding => ({
  uid: `${group}/${role}`,
  identity: { uid: 'i', name: 'i', description: '', subject: '', issuer: '', email: '' },
  group: { uid: group, name: `group ${group}`, description: '' },
  role: { uid: role, name: role, description: '' },
  createTime: '2026-01-01T00:00:00.000Z',
});

const granted = new Map([
  ['viewer', ['groups.list', 'repo.list']],
  ['maker', ['groups.list', 'groups.create']],
]);

it('adds up what holds at a group with what groups above it give', () => {
  const [top, below, other] = accessByGroup(
    [binding('a/b', 'maker'), binding('a', 'viewer'), binding('ab', 'hidden')],
    granted,
  );
  expect(top).toMatchObject({ group: { uid: 'a', name: 'group a' }, inherited: [], unread: [] });
  expect([...(top?.added ?? [])]).toEqual(['groups.list', 'repo.list']);
  expect(below?.own.map(({ role }) => role.name)).toEqual(['maker']);
  expect(below?.inherited.map(({ group }) => group.uid)).toEqual(['a']);
  expect(below?.capabilities).toEqual(['groups.list', 'repo.list', 'groups.create']);
  expect([...(below?.added ?? [])]).toEqual(['groups.create']);
  expect(other).toMatchObject({
    group: { uid: 'ab' },
    inherited: [],
    capabilities: [],
    unread: ['hidden'],
  });
});

it('names capabilities by their family', () => {
  expect(byFamily(['groups.list', 'repo.list', 'groups.create'])).toEqual([
    { family: 'groups', verbs: ['list', 'create'] },
    { family: 'repo', verbs: ['list'] },
  ]);
});

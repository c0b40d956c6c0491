import { expect, it } from 'vitest';
import { isAffected } from '#lib/client/live/affected.ts';

const created = { type: 'grove.iam.group.created.v1', subject: 'a/b/c', group: 'a/b/c' };
const updated = { type: 'grove.iam.identity.updated.v1', subject: 'a/i', group: 'a' };
const bound = { type: 'grove.iam.role_binding.created.v1', subject: 'a/b/r', group: 'a/b' };
const imported = {
  type: 'grove.vulnerabilities.advisory.imported.v1',
  subject: 'a/b',
  group: 'a/b',
};
const synced = { type: 'grove.registry.registry_source.synced.v1', subject: 'a/b/s', group: 'a/b' };
const policy = { type: 'grove.iam.policy.updated.v1', subject: 'a', group: 'a' };

it.each([
  [['groups', 'list', { 'uidp.children_of': 'a/b' }], created, true],
  [['groups', 'list', { 'uidp.children_of': 'a' }], created, false],
  [['groups', 'list', { 'uidp.children_of': 'a' }, 'tree'], created, true],
  [['groups', 'one', 'a/b/c'], created, true],
  [['groups', 'one', 'a/b'], created, false],
  [['summary', 'a'], created, true],
  [['summary', 'a/x'], created, false],
  [['auditEvents', 'list', { 'uidp.descendants_of': 'a' }], created, true],
  [['auditEvents', 'list', { 'uidp.children_of': 'a' }], created, false],
  [['commonPasswords'], created, false],
  [['identities', 'one', 'a/i'], updated, true],
  [['identities', 'list', 'near', 'issuer'], updated, true],
  [['roleBindings', 'list', { 'uidp.descendants_of': 'a' }], updated, true],
  [['roles', 'list', { 'uidp.descendants_of': 'a' }], updated, false],
  [['access', 'explain', {}], bound, true],
  [['me'], bound, true],
  [['me'], imported, false],
  [['advisories', 'list', { 'uidp.children_of': 'a/b' }], imported, true],
  [['advisories', 'list', { 'uidp.children_of': 'a/x' }], imported, false],
  [['repos', 'list', { 'uidp.children_of': 'a/b' }], synced, true],
  [['registrySources', 'list', { 'uidp.children_of': 'a/b' }, 'versioned'], synced, true],
  [['policy', 'a'], policy, true],
  [['domains', 'a'], policy, false],
] as const)('whether %j is affected by %o', (key, event, expected) => {
  expect(isAffected(key, event)).toBe(expected);
});

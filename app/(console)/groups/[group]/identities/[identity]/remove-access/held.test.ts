import { describe, expect, it } from 'vitest';
import { heldOf } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/held.ts';
import type { AllHeld } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/read-held.ts';
import type {
  GroupInvite,
  Identity,
  IdentityKey,
  RoleBinding,
} from '#lib/client/resources/resources.ts';

const SESSION = {
  uid: '1',
  userAgent: '',
  passkey: false,
  createTime: '2026-01-01T00:00:00Z',
  lastSeenTime: '2026-01-01T00:00:00Z',
  expireTime: '2026-01-31T00:00:00Z',
};
const UID = 'acme/1';
const identity = { uid: UID, name: 'Ada' } as Identity;
const binding = (uid: string, providerUid?: string) =>
  ({ uid, role: { name: 'viewer' }, group: { name: 'acme' }, providerUid }) as RoleBinding;
const NOTHING: AllHeld = {
  bindings: [],
  keys: [],
  sessions: [],
  invites: [],
  groups: new Map([['acme', 'Acme']]),
};
const ALL = { acme: ['role_bindings.delete', 'identity_keys.delete', 'group_invites.delete'] };

const lines = (all: Partial<AllHeld>, grants = ALL) =>
  heldOf(identity, { ...NOTHING, ...all }, grants).flatMap(({ kind, held }) =>
    held.map(({ name, stays }) => [kind, name, stays]),
  );

describe('heldOf', () => {
  it('names all access, by kind', () => {
    const found = lines({
      bindings: [binding('acme/2')],
      keys: [{ uid: 'acme/3', name: 'backup' } as IdentityKey],
      sessions: [SESSION, SESSION],
      invites: [{ uid: 'acme/4', role: { name: 'viewer' } } as GroupInvite],
    });
    expect(found).toEqual([
      ['Sessions', '2 sessions', false],
      ['Keys', 'backup', false],
      ['Invites', 'Anyone with the link as viewer on Acme', false],
      ['Role bindings', 'viewer on acme', false],
    ]);
  });

  it('keeps bindings of role rules, and access that the caller may not remove', () => {
    expect(lines({ bindings: [binding('acme/2', 'acme/9')] })[0]?.[2]).toContain('role rule');
    expect(lines({ bindings: [binding('acme/2')] }, { acme: [] })[0]?.[2]).toContain(
      'role_bindings.delete',
    );
    expect(lines({ sessions: null })[0]?.[2]).toContain('role_bindings.delete');
  });

  it('is empty for an identity without access', () => {
    expect(lines({})).toEqual([]);
  });
});

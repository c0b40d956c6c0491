import { describe, expect, it } from 'vitest';
import { acceptancesIn, inviteState } from '#app/(console)/groups/[group]/invites/invite-state.ts';
import type { AuditEvent, GroupInvite } from '#lib/client/resources/resources.ts';

const NOW = Date.parse('2026-01-01T00:00:00.000Z');

const invite = (singleUse: boolean, expirationTime: string): GroupInvite => ({
  uid: 'g/i',
  role: { uid: 'r', name: 'viewer', description: '' },
  singleUse,
  keyId: 'k',
  expirationTime,
  createTime: '2025-12-01T00:00:00.000Z',
});

const LATER = '2026-01-02T00:00:00.000Z';
const NEVER = new Map<string, number>();
const ONCE = acceptancesIn([{ resource: 'g/i' } as AuditEvent]);

describe('inviteState', () => {
  it.each([
    ['active', true, LATER, NEVER],
    ['active', false, LATER, NEVER],
    ['active', false, LATER, ONCE],
    ['active', false, LATER, null],
    ['used', true, LATER, ONCE],
    ['used', true, '2025-12-31T00:00:00.000Z', ONCE],
    ['unknown', true, LATER, null],
    ['expired', true, '2026-01-01T00:00:00.000Z', null],
    ['expired', false, '2025-12-31T00:00:00.000Z', ONCE],
  ] as const)('is %s (single use %s, until %s)', (state, singleUse, until, accepted) => {
    expect(inviteState(invite(singleUse, until), accepted, NOW)).toBe(state);
  });
});

import { expect, it } from 'vitest';
import type { RoleBinding } from '#lib/client/resources/wire.ts';
import { turnsOf } from './own-access.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

const bound = (uid: string, times: Partial<RoleBinding>): RoleBinding => ({
  uid,
  createTime: '2026-11-01T00:00:00Z',
  identity: { uid: 'i', name: 'ada', description: '', subject: '', issuer: '', email: '' },
  group: { uid: 'g', name: 'acme', description: '' },
  role: { uid: 'r', name: 'viewer', description: '' },
  ...times,
});

it('has each beginning and end that is ahead, the next first', () => {
  const turns = turnsOf(
    [
      bound('always', {}),
      bound('ended', { expirationTime: '2026-11-28T12:00:00Z' }),
      bound('later', {
        startTime: '2026-12-01T08:00:00Z',
        expirationTime: '2026-12-02T08:00:00Z',
      }),
      bound('running', {
        startTime: '2026-11-27T08:00:00Z',
        expirationTime: '2026-12-01T18:00:00Z',
      }),
    ],
    NOW,
  );
  expect(turns.map(({ binding, kind }) => `${binding.uid} ${kind}`)).toEqual([
    'later begins',
    'running ends',
    'later ends',
  ]);
});

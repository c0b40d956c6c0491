import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { stoppedQuery } from '#lib/client/access/blocked-query.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

const SINCE = '2026-01-01T00:00:00Z';

afterEach(() => vi.unstubAllGlobals());

function binding(uid: string, of: string, standing: object = {}): RoleBinding {
  return {
    uid,
    identity: { uid: of, name: of, description: '', subject: '', issuer: '', email: '' },
    group: { uid: 'g', name: 'g', description: '' },
    role: { uid: 'g/r', name: 'r', description: '' },
    createTime: SINCE,
    ...standing,
  };
}

/** Answers with these bindings as those without effect. @returns the paths that were asked. */
function answerWith(roleBindings: readonly RoleBinding[], identities: readonly object[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(decodeURIComponent(path));
    const list = path.includes('/identities?') ? { identities } : { roleBindings };
    return Promise.resolve(Response.json({ ...list, nextPageToken: '' }));
  });
  return asked;
}

const stopsOf = async (rows: readonly RoleBinding[]) =>
  Object.fromEntries(await new QueryClient().fetchQuery(stoppedQuery(rows)));

it('tells a block from a person who has not joined', async () => {
  const rows = [
    binding('b1', 'blocked'),
    binding('b2', 'absent'),
    binding('b3', 'both'),
    binding('b4', 'absent', { unconfirmedTime: SINCE }),
  ];
  const asked = answerWith(rows, [
    { uid: 'blocked', blockedTime: SINCE },
    { uid: 'absent', unconfirmedTime: SINCE },
    { uid: 'both', unconfirmedTime: SINCE, blockedTime: SINCE },
  ]);
  expect(await stopsOf(rows)).toEqual({ b1: 'blocked', b2: 'notJoined', b3: 'blocked' });
  expect(asked).toHaveLength(2);
});

it('asks for no identities where every binding has effect', async () => {
  const asked = answerWith([], []);
  expect(await stopsOf([binding('b1', 'i')])).toEqual({});
  expect(asked).toHaveLength(1);
});

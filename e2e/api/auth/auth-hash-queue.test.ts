// @module-tag http
import { expect } from 'vitest';
import { hashPassword, MAX_HASHES } from '#lib/auth/passwords/passwords.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { grove, it } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';

/** Keeps every place in the queue for hashes occupied until `release` is called. */
function fillQueue(): { release: () => Promise<void> } {
  const filling = new AbortController();
  const hashOneByOne = async () => {
    while (!filling.signal.aborted) await hashPassword('tangerine orbit lamp');
  };
  const places = Array.from({ length: MAX_HASHES }, hashOneByOne);
  return {
    release: async () => {
      filling.abort();
      await Promise.all(places);
    },
  };
}

it('limits concurrent password hashes, and serves other requests', async () => {
  const invite = `/iam/v2beta1/groupInvites/${grove.rootUid}`;
  const body = { roleUid: builtInRole('viewer').uid, ttl: '3600s' };
  const { code } = ok(await grove.post(invite, body));
  const join = () =>
    grove.post(
      '/auth/v1/invites:accept',
      { code, email: 'p1@example.com', password: 'tangerine orbit lamp', name: 'p 1' },
      { token: null },
    );
  const queue = fillQueue();
  const refused = await join();
  const other = await grove.get('/iam/v2beta1/groups');
  await queue.release();
  failure(refused, 'UNAVAILABLE');
  expect(refused.headers.get('retry-after')).toBe('5');
  ok(other);
  ok(await join());
});

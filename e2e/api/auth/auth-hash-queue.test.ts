import { afterAll, beforeAll, expect, it } from 'vitest';
import { config } from '#lib/config.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { startGrove } from '../harness.ts';
import type { TestGrove } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';

let grove: TestGrove;

beforeAll(async () => {
  grove = await startGrove();
  // So costly that all ask before the first has its answer.
  Object.assign(config().pace, { passwordCost: { N: 2 ** 15, r: 8, p: 1 } });
});

afterAll(() => grove.stop());

it('limits concurrent password hashes, and serves other requests', async () => {
  const body = { roleUid: builtInRole('viewer').uid, ttl: '3600s' };
  const { code } = ok(await grove.post(`/iam/v2beta1/groupInvites/${grove.rootUid}`, body));
  const join = (index: number) =>
    grove.post(
      '/auth/v1/invites:accept',
      {
        code,
        email: `p${index}@example.com`,
        password: 'tangerine orbit lamp',
        name: `p ${index}`,
      },
      { token: null, headers: { 'x-forwarded-for': `203.0.113.${index}` } },
    );
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => join(index)));
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThanOrEqual(3);
  for (const answer of busy) {
    failure(answer, 'UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThanOrEqual(18);
  expect(served.length + busy.length).toBe(24);
  expect((await join(61)).status).toBe(200);
});

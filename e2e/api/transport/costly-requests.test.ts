/** Requests that are far more expensive to read than to send. */
import { describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import type { Answer } from '../harness.ts';
import { badFields } from '../support/answers.ts';

/** Reading them as they are took two seconds and more, in which nobody else was answered. */
const MOST_SECONDS = 1;

/** Milliseconds of processor time, which does not depend on the load of the machine. */
async function soon(request: Promise<Answer>): Promise<Answer> {
  const start = process.cpuUsage();
  const answer = await request;
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000_000).toBeLessThan(MOST_SECONDS);
  return answer;
}

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1]));

describe('forms', () => {
  it.each(['/sts/exchange', '/oauth/revoke', '/oauth/introspect', '/oauth/backchannelLogout'])(
    'refuses as many parameters as fit into a mebibyte at %s',
    async (path) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = 'a&'.repeat(450_000);
      const answer = await soon(grove.call('POST', path, { body, headers }));
      expect(answer.status).toBe(400);
      expect(answer.body['error_description']).toContain('body: must be at most 65536 bytes');
    },
  );
});

describe('bodies', () => {
  it('refuses more values than any resource has', async () => {
    const answer = await soon(grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, members(60_000)));
    expect(badFields(answer)).toEqual(['body']);
  });

  it('refuses long bodies from people who are not signed in yet', async () => {
    const options = { token: null };
    for (const path of ['/auth/v1/invites:preview', '/auth/v1/passwordResets:use']) {
      const answer = await soon(grove.post(path, { code: 'x'.repeat(70_000) }, options));
      expect(badFields(answer)).toEqual(['body']);
    }
  });
});

describe('headers', () => {
  it('reads a Forwarded header of open quotes without delay', async () => {
    const forwarded = `"${String.raw`\"`.repeat(15_000)}`;
    const headers = { forwarded };
    const answer = await soon(grove.call('GET', '/iam/v2beta1/groups', { headers }));
    expect(answer.status).toBe(200);
  });
});

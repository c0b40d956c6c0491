import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toRequest } from './node-messages.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A message whose beginning has arrived. */
function begun(url: string): Readable {
  const message = new Readable({ read() {} });
  message.push('{');
  return Object.assign(message, { method: 'POST', url, headers: { host: 'localhost' } });
}

const received = (message: Readable) =>
  toRequest(message as IncomingMessage, new AbortController().signal).text();

it.each([
  ['/iam/v2beta1/groups', 60_000],
  ['/vulnerabilities/v2beta1/advisories:import?group_uid=a', 15 * 60_000],
])('a body for %s has %i ms to arrive', async (url, limit) => {
  const inTime = begun(url);
  const text = received(inTime);
  await vi.advanceTimersByTimeAsync(limit - 1);
  inTime.push('}');
  inTime.push(null);
  expect(await text).toBe('{}');

  const late = received(begun(url)).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(limit);
  expect(await late).toBe('Invalid argument: body: took too long to arrive');
});

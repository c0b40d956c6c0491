import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Attachments } from './attachments.ts';
import { RegistryClient } from './client.ts';
import { Deadline } from './deadline.ts';
import { RegistryError } from './errors.ts';
import { Health } from './health.ts';
import { lookAtTags } from './look-at-tags.ts';
import { Referrers } from './referrers.ts';

const LATE = new RegistryError('LATE', 'it takes too long');

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('ends when its time is over since it was extended last', () => {
  const deadline = new Deadline(1_000, LATE);
  vi.advanceTimersByTime(900);
  deadline.extend();
  vi.advanceTimersByTime(900);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(100);
  expect(deadline.signal.reason).toBe(LATE);
});

it('ends no more once it is cleared', () => {
  const deadline = new Deadline(1_000, LATE);
  deadline.clear();
  vi.advanceTimersByTime(2_000);
  expect(deadline.signal.aborted).toBe(false);
});

it('makes a problem of each tag of a repository that never answers', async () => {
  vi.useRealTimers();
  vi.stubEnv('GROVE_ALLOW_PRIVATE_REGISTRIES', '127.0.0.0/8');
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const access = { url: `http://127.0.0.1:${port}`, credentials: null, caCertificate: '' };
  const whole = RegistryClient.open(access, new AbortController().signal);
  const deadline = new Deadline(50, LATE);
  const names = Array.from({ length: 20 }, (_, at) => `v${at}`);
  const { looks } = await lookAtTags(
    {
      client: whole.within(deadline.signal),
      repository: 'shop',
      referrers: new Referrers(),
      attachments: new Attachments(true),
      health: new Health(whole),
    },
    names,
    new Map(),
  );
  const problem = { kind: 'problem', problem: 'LATE', reason: 'it takes too long' };
  expect(looks).toEqual(names.map((name) => ({ name, ...problem })));
  whole.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

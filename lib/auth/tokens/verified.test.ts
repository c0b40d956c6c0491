import type { JWTPayload } from 'jose';
import { expect, it, vi } from 'vitest';
import { onceVerified } from './verified.ts';

it('verifies a token once with each key', async () => {
  const verify = vi.fn<() => Promise<JWTPayload>>(async () => ({ sub: 'me' }));
  const [key, other] = [{}, {}];
  for (const used of [key, key, other, key]) {
    expect(await onceVerified('token', used, verify)).toEqual({ sub: 'me' });
  }
  expect(verify).toHaveBeenCalledTimes(2);
  await onceVerified('another token', key, verify);
  expect(verify).toHaveBeenCalledTimes(3);
});

it('remembers no failure', async () => {
  const key = {};
  await expect(onceVerified('token', key, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect(await onceVerified('token', key, async () => ({ sub: 'me' }))).toEqual({ sub: 'me' });
});

it('forgets the oldest of many', async () => {
  const key = {};
  const verify = vi.fn<() => Promise<JWTPayload>>(async () => ({}));
  for (let number = 0; number <= 1_000; number += 1) {
    await onceVerified(`token ${number}`, key, verify);
  }
  await onceVerified('token 1000', key, verify);
  expect(verify).toHaveBeenCalledTimes(1_001);
  await onceVerified('token 0', key, verify);
  expect(verify).toHaveBeenCalledTimes(1_002);
});

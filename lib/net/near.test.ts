import { expect, it } from 'vitest';
import { isNear } from './near.ts';

it.each(['localhost', '127.0.0.1', '[::1]', '10.0.0.1', '[fd00::1]', '[::ffff:10.0.0.1]'])(
  'has %s near',
  async (host) => expect(await isNear(host)).toBe(true),
);

it.each(['1.1.1.1', '[2606:4700:4700::1111]', 'nowhere.invalid'])('has %s far', async (host) =>
  expect(await isNear(host)).toBe(false),
);

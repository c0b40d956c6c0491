import { expect, it } from 'vitest';
import { counts } from '#lib/counts.ts';
import { holdBytes } from './held-bytes.ts';

const MIB = 1024 * 1024;

it('has room for each network and in all, and says which of them is used up', () => {
  const refused = () => counts.bodiesRefused;
  const before = refused();
  const releases = [1, 2, 3, 4, 5, 6, 7].map((nth) => holdBytes(`192.0.2.${nth}`, 8 * MIB));
  expect(() => holdBytes('192.0.2.1', 1)).toThrow(
    expect.objectContaining({ status: 'RESOURCE_EXHAUSTED', headers: { 'retry-after': '1' } }),
  );
  releases.push(holdBytes('192.0.2.8', 8 * MIB));
  expect(() => holdBytes('192.0.2.9', 1)).toThrow(
    expect.objectContaining({ status: 'UNAVAILABLE', headers: { 'retry-after': '1' } }),
  );
  expect(refused()).toBe(before + 2);
  for (const release of releases) release();
  for (const release of releases) release();
  holdBytes('192.0.2.1', 8 * MIB)();
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

const rate = { quota: 3, windowSeconds: 6 };

describe('TokenBuckets', () => {
  it('allows the quota at once and gives it back evenly', () => {
    const buckets = new TokenBuckets(rate, 10);
    const at = (now: number) => buckets.take('a', now);
    expect([at(0), at(0), at(0)].map(({ remaining }) => remaining)).toEqual([2, 1, 0]);
    expect(at(0)).toEqual({ allowed: false, remaining: 0, resetSeconds: 6, retrySeconds: 2 });
    expect(at(1_500)).toMatchObject({ allowed: false, retrySeconds: 1 });
    expect(at(2_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect(at(60_000)).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 2 });
  });

  it('counts each key by itself', () => {
    const buckets = new TokenBuckets(rate, 10);
    for (let time = 0; time < 4; time += 1) buckets.take('a', 0);
    expect(buckets.take('b', 0).allowed).toBe(true);
    expect(buckets.take('a', 0).allowed).toBe(false);
  });

  it('forgets the key unused longest rather than growing', () => {
    const buckets = new TokenBuckets(rate, 2);
    for (let time = 0; time < 4; time += 1) buckets.take('a', 0);
    buckets.take('b', 0);
    buckets.take('a', 0);
    buckets.take('c', 0);
    expect(buckets.size).toBe(2);
    expect(buckets.take('a', 0).allowed).toBe(false);
    for (let key = 0; key < 1_000; key += 1) buckets.take(String(key), 0);
    expect(buckets.size).toBe(2);
  });

  it('never allows more than the quota and what has come back', () => {
    const gaps = fc.array(fc.nat({ max: 5_000 }), { maxLength: 100 });
    fc.assert(
      fc.property(gaps, (waits) => {
        const buckets = new TokenBuckets(rate, 10);
        let now = 0;
        let allowed = 0;
        for (const wait of waits) {
          now += wait;
          if (buckets.take('a', now).allowed) allowed += 1;
          expect(allowed).toBeLessThanOrEqual(3 + now / 2_000);
        }
      }),
    );
  });

  it('allows what it said it would', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3_000 }), { maxLength: 50 }), (waits) => {
        const buckets = new TokenBuckets(rate, 10);
        let now = 0;
        for (const wait of waits) now += wait;
        let taken = buckets.take('a', now);
        while (taken.allowed) taken = buckets.take('a', now);
        expect(buckets.take('a', now + taken.retrySeconds * 1_000).allowed).toBe(true);
      }),
    );
  });
});

describe('what others should know', () => {
  const wide = { quota: 100, windowSeconds: 100 };

  it('is reported once enough was spent, and once only', () => {
    const buckets = new TokenBuckets(wide, 10);
    buckets.take('a', 0);
    expect(buckets.isDue).toBe(false);
    buckets.take('a', 0);
    buckets.take('b', 0);
    expect(buckets.takeUnreported(10)).toEqual([{ key: 'a', costMs: 2_000 }]);
    expect([buckets.isDue, buckets.takeUnreported(10)]).toEqual([false, []]);
  });

  it('leaves out what has come back', () => {
    const buckets = new TokenBuckets(wide, 10);
    for (let second = 0; second < 50; second += 1) buckets.take('a', second * 1_000);
    expect(buckets.isDue).toBe(false);
  });

  it('is reported for so many keys at a time, and for none that was forgotten', () => {
    const buckets = new TokenBuckets(wide, 3);
    for (const key of ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd']) buckets.take(key, 0);
    for (const key of ['b', 'c', 'd']) buckets.take(key, 0);
    expect(buckets.takeUnreported(2).map(({ key }) => key)).toEqual(['b', 'c']);
    expect(buckets.takeUnreported(2).map(({ key }) => key)).toEqual(['d']);
  });

  it('is answered by what is left for all, less what was spent since', () => {
    const buckets = new TokenBuckets(wide, 10);
    buckets.take('a', 0);
    buckets.take('a', 0);
    buckets.takeUnreported(10);
    buckets.take('a', 0);
    buckets.learn('a', 98_000, 0);
    expect(buckets.take('a', 0)).toMatchObject({ allowed: true, remaining: 0 });
    expect(buckets.take('a', 0)).toMatchObject({ allowed: false, retrySeconds: 1 });
    buckets.learn('a', 150_000, 0);
    expect(buckets.take('a', 0)).toMatchObject({ allowed: false, remaining: 0, retrySeconds: 53 });
  });

  it('keeps several who share to one quota, but for what is not reported yet', () => {
    const second = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 120 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(second, { maxLength: 60 }), (seconds) => {
        const all = [0, 1, 2].map(() => new TokenBuckets(wide, 10));
        let fullAt = 0;
        let allowed = 0;
        for (const [index, bursts] of seconds.entries()) {
          const now = index * 1_000;
          for (const [who, size] of bursts) {
            for (let count = 0; count < size; count += 1) {
              allowed += all[who]?.take('a', now).allowed === true ? 1 : 0;
            }
          }
          for (const one of all) {
            for (const { key, costMs } of one.takeUnreported(10)) {
              fullAt = Math.max(fullAt, now) + costMs;
              one.learn(key, fullAt - now, now);
            }
          }
        }
        // The first burst may meet all three before they know of each other.
        expect(allowed).toBeLessThanOrEqual(3 * wide.quota + seconds.length + 9);
      }),
    );
  });
});

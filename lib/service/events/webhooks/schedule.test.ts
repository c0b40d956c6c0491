import { describe, expect, it } from 'vitest';
import { isGone, isSuccess, nextTry, WAITS_MS } from './schedule.ts';
import { stateAfter } from './states.ts';

const NOW = Date.UTC(2026, 10, 28);
const DAY_MS = 24 * 3_600_000;
const FAILED = { status: 500, retryAfter: null };

const waitOf = (tried: Parameters<typeof nextTry>[0], attempts: number, random = 0.5) => {
  const next = nextTry(tried, attempts, { now: NOW, random });
  return next === null ? null : next.getTime() - NOW;
};

describe('the next try', () => {
  it('is after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then no more', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3_600_000);
    const waits = Array.from({ length: 10 }, (_, index) => waitOf(FAILED, index + 1));
    expect(waits).toEqual([5_000, 300_000, 1_800_000, ...hours, null]);
  });

  it('is up to a fifth sooner or later', () => {
    expect([0, 1].map((random) => waitOf(FAILED, 2, random))).toEqual([240_000, 360_000]);
  });

  it.for([429, 502, 503, 504])('is not before the time that %i asks for', (status) => {
    expect(waitOf({ status, retryAfter: '120' }, 1)).toBe(120_000);
    const date = new Date(NOW + 60_000).toUTCString();
    expect(waitOf({ status, retryAfter: date }, 1)).toBe(60_000);
    expect(waitOf({ status, retryAfter: '1' }, 1)).toBe(5_000);
    expect(waitOf({ status, retryAfter: 'soon' }, 1)).toBe(5_000);
    expect(waitOf({ status, retryAfter: '999999999' }, 1)).toBeLessThan(1.5 * DAY_MS);
  });

  it('is by the schedule for other statuses, and without an answer', () => {
    expect(waitOf({ status: 500, retryAfter: '120' }, 1)).toBe(5_000);
    expect(waitOf({ status: null, retryAfter: null }, WAITS_MS.length)).toBe(DAY_MS);
  });
});

it('takes any status from 200 to 299 for success, and 410 for the end', () => {
  const all = [199, 200, 204, 299, 300, 307, 410, null].map((status) => ({ status }));
  expect(all.filter(isSuccess).map(({ status }) => status)).toEqual([200, 204, 299]);
  expect(all.filter(isGone)).toEqual([{ status: 410 }]);
});

describe('the state', () => {
  const since = (ms: number) => ({ stateTime: new Date(NOW - ms), createTime: new Date(0) });
  const active = { state: 'ACTIVE', reason: '', ...since(0) } as const;
  const failing = (ms: number) =>
    ({ state: 'FAILING', reason: 'NOT_DELIVERED', ...since(ms) }) as const;

  it('is FAILING from the first event that is not delivered until one is', () => {
    expect(stateAfter(active, [{ status: 500 }], NOW)).toMatchObject({ state: 'FAILING' });
    expect(stateAfter(active, [{ status: 500 }, { status: 200 }], NOW)).toBeNull();
    expect(stateAfter(failing(DAY_MS), [{ status: null }], NOW)).toBeNull();
    expect(stateAfter(failing(DAY_MS), [{ status: 204 }], NOW)).toMatchObject({ state: 'ACTIVE' });
  });

  it('is DISABLED after five days of failures alone, or by 410', () => {
    const disabled = { state: 'DISABLED', reason: 'NOT_DELIVERED' };
    expect(stateAfter(failing(5 * DAY_MS - 1), [{ status: 500 }], NOW)).toBeNull();
    expect(stateAfter(failing(5 * DAY_MS), [{ status: 500 }], NOW)).toEqual(disabled);
    expect(stateAfter(active, [{ status: 200 }, { status: 410 }], NOW)).toMatchObject({
      state: 'DISABLED',
      reason: 'GONE',
    });
  });
});

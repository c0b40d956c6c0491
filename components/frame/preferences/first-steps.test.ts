import { expect, it } from 'vitest';
import { areStepsFinished, withStepsFinished } from '#components/frame/preferences/first-steps.ts';

it('the first steps are kept for each person and organization', () => {
  const cookie = withStepsFinished(withStepsFinished(undefined, 'ada', 'acme'), 'grace', 'other');
  expect(areStepsFinished(cookie, 'ada', 'acme')).toBe(true);
  expect(areStepsFinished(cookie, 'grace', 'other')).toBe(true);
  expect(areStepsFinished(cookie, 'ada', 'other')).toBe(false);
  expect(areStepsFinished(undefined, 'ada', 'acme')).toBe(false);
  expect(withStepsFinished(cookie, 'ada', 'acme')).toHaveLength(cookie.length);
});

it('the cookie stays short, and nonsense in it is ignored', () => {
  const cookie = Array.from({ length: 99 }, (_, n) => `root ${n}`).reduce(
    (kept, root) => withStepsFinished(kept, 'ada', root),
    'x;y.zz',
  );
  expect(cookie.length).toBeLessThan(400);
  expect(areStepsFinished(cookie, 'ada', 'root 98')).toBe(true);
});

import { expect, it } from 'vitest';
import { isLost } from './errors.ts';
import { requirePrimary, revisionIn } from './primary.ts';

const verdictOn = (isStandby: boolean) => {
  const query = () => Promise.resolve({ rows: [{ isStandby, pid: 1 }] });
  const client = { query, processID: 1 };
  return new Promise<Error | undefined>((resolve) => requirePrimary(() => {})(client, resolve));
};

it('takes a connection to the primary, and leaves a standby as it does a lost connection', async () => {
  expect(await verdictOn(false)).toBeUndefined();
  expect(isLost(await verdictOn(true))).toBe(true);
});

it('takes no access revision from a standby', () => {
  expect([revisionIn({ value: 7 }), revisionIn(undefined)]).toEqual(['7', '0']);
  expect(() => revisionIn({ value: null })).toThrow('standby');
});

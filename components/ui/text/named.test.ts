import { expect, it } from 'vitest';
import { named } from './named.ts';

it('isolates names that may run from right to left, and leaves others as they are', () => {
  expect(named`Identity ${'דנה 3'} saved`).toBe('Identity \u2068דנה 3\u2069 saved');
  expect(named`Identity ${'deploy'} saved`).toBe('Identity deploy saved');
  expect(named`${'deploy'} as ${'مراقب'}`).toBe('deploy as \u2068مراقب\u2069');
});

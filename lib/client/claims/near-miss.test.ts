import { describe, expect, it } from 'vitest';
import { nearMiss } from '#lib/client/claims/near-miss.ts';

describe('nearMiss', () => {
  it.each([
    ['a', 'a', null],
    ['a', 'b', null],
    [' a', 'a', /spaces/],
    ['A/', 'a', /slash at the end and in upper/],
    ['repo:acme/app:ref:a', 'repo:acme@12/app@34:ref:a', /only in the ids .* the claim has/],
    ['repo:acme/app:ref:a', 'repo:acme@12/app@34:ref:b', null],
  ])('of %j and %j', (left, right, hint) => {
    const found = nearMiss(left, right, ['the rule', 'the claim']);
    if (hint === null) expect(found).toBeNull();
    else expect(found).toMatch(hint);
  });
});

import { expect, it } from 'vitest';
import { etagOf, ifMatchAllows } from './etag.ts';

it.each([
  [null, true],
  ['*', true],
  ['"7"', true],
  ['"6", "7"', true],
  [' "7" ', true],
  ['"6"', false],
  ['"70"', false],
  ['7', false],
  ['', false],
  ['W/"7"', true],
  ['W/"6", W/"7"', true],
  ['W/"6"', false],
])('If-Match %j at revision 7: %s', (ifMatch, allowed) => {
  expect(ifMatchAllows(ifMatch, 7)).toBe(allowed);
});

it('quotes the revision', () => {
  expect(etagOf(7)).toBe('"7"');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isApiError } from './errors.ts';
import { parseOrderBy } from './order-by.ts';

const FIELDS = ['uid', 'name', 'created_at'];

it.each([
  ['', 'uid', false],
  ['uid', 'uid', false],
  ['name asc', 'name', false],
  ['name desc', 'name', true],
  ['created_at  desc', 'created_at', true],
])('reads %j', (text, field, descending) => {
  expect(parseOrderBy(text, FIELDS)).toEqual({ field, descending });
});

it.each([
  ' ',
  ' name',
  'name ',
  'name DESC',
  'Name',
  'name desc asc',
  'name,uid',
  'name\tdesc',
  'name desc\n',
  'name;',
  '"name"',
  'constructor',
  '__proto__',
  'revision',
])('refuses %j', (text) => {
  expect(() => parseOrderBy(text, FIELDS)).toThrow(/^Invalid argument: order_by: /);
});

it('gives an allowed field or INVALID_ARGUMENT, whatever the text', () => {
  const outcome = (text: string) => {
    try {
      return parseOrderBy(text, FIELDS).field;
    } catch (error) {
      return isApiError(error) ? error.status : error;
    }
  };
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(...FIELDS)), (text) => {
      expect([...FIELDS, 'INVALID_ARGUMENT']).toContain(outcome(text));
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as list from './list-state.ts';

const DEFAULTS: list.ListOffer = {
  orders: ['name', 'created_at'],
  orderBy: 'name',
  filters: [
    { kind: 'text', param: 'severities', label: 'Severity' },
    { kind: 'text', param: 'query', label: 'Text' },
  ],
};
const NOW = 1_800_000_000_000;

const read = (search: string) => list.readListState(new URLSearchParams(search), DEFAULTS);
const write = (state: list.ListState) => String(list.writeListState(state, DEFAULTS));

describe('the address', () => {
  test('of the view that one comes to is empty', () => {
    expect(write(read(''))).toBe('');
  });

  test('keeps every state', () => {
    const states = fc
      .record({
        orderBy: fc.constantFrom('name', 'name desc', 'created_at', 'created_at desc'),
        pageSize: fc.constantFrom(...list.PAGE_SIZES),
        skip: fc.integer({ min: 1, max: 100_000 }),
        pageToken: fc.constantFrom('', 'AbC-_9'),
        tokenTime: fc.integer({ min: 1, max: 4_000_000_000 }),
        scope: fc.constantFrom<list.ListScope>('in', 'below'),
        savedView: fc.constantFrom('', '0123/4567'),
        name: fc.string(),
        filters: fc
          .array(fc.string({ minLength: 1 }), { maxLength: 3 })
          .map((severities): list.ListState['filters'] =>
            severities.length === 0 ? {} : { severities },
          ),
      })
      .map((state) => (state.pageToken === '' ? { ...state, tokenTime: 0 } : state));
    fc.assert(
      fc.property(states, (state) => {
        expect(read(write(state))).toEqual(state);
      }),
    );
  });

  test('that makes no sense shows the first page', () => {
    const state = read('order_by=secret&page_size=7&skip=-3&scope=all&page_token=x');
    expect(state).toEqual(read(''));
  });

  test('leaves out the scope that the list begins with', () => {
    const scoped: list.ListOffer = { orders: [], scopes: ['effect', 'in', 'above', 'below'] };
    const through = (search: string) =>
      String(list.writeListState(list.readListState(new URLSearchParams(search), scoped), scoped));
    expect(['', 'scope=effect', 'scope=in', 'scope=above', 'scope=all'].map(through)).toEqual([
      '',
      '',
      'scope=in',
      'scope=above',
      '',
    ]);
    expect(read('scope=above').scope).toBe('in');
  });

  test('keeps a token only behind the first page', () => {
    expect(read('page_token=x&token_time=5').pageToken).toBe('');
    expect(read('skip=50&page_token=x&token_time=5')).toMatchObject({
      pageToken: 'x',
      tokenTime: 5,
    });
  });
});

describe('the request', () => {
  const query = (state: list.ListState) =>
    list.listQuery(state, { orders: [], narrowed: { effect: { in_effect: 'true' } } }, 'g', NOW);

  test.each([
    ['in', { 'uidp.children_of': 'g' }],
    ['below', { 'uidp.descendants_of': 'g' }],
    ['above', { 'uidp.ancestors_of': 'g' }],
    ['effect', { 'uidp.ancestors_of': 'g/0000000000000000', in_effect: 'true' }],
  ] as const)('of the scope %s', (scope, expected) => {
    expect(query({ ...read(''), scope })).toMatchObject(expected);
  });

  test('asks for what is in the group, or for all below', () => {
    expect(query(read(''))).toEqual({
      'uidp.children_of': 'g',
      order_by: 'name',
      page_size: '50',
    });
    expect(query(read('scope=below&name=a'))).toMatchObject({
      'uidp.descendants_of': 'g',
      name: 'a',
    });
  });

  test('goes to a page by its token, and counts when there is none', () => {
    const next = list.nextPage(read(''), 50, 'token', NOW);
    expect(query(next)).toMatchObject({ page_token: 'token' });
    expect(query(next)).not.toHaveProperty('skip');
    expect(query(list.atPage(next, 3))).toMatchObject({ skip: '100' });
    expect(query(list.withoutToken(next))).toMatchObject({ skip: '50' });
  });

  test('counts the rows of a page that has fewer than its size', () => {
    const next = list.nextPage(read('skip=50'), 12, 'token', NOW);
    expect(query(list.withoutToken(next))).toMatchObject({ skip: '62' });
  });

  test('counts when the token is as old as tokens get, for it would lead to the first page', () => {
    const next = list.nextPage(read(''), 50, 'token', NOW - 3 * 24 * 3_600_000);
    expect(query(next)).toMatchObject({ skip: '50' });
    expect(query(next)).not.toHaveProperty('page_token');
  });
});

test('another order, size, scope or filter starts at the first page', () => {
  const deep = list.nextPage(read('skip=100'), 50, 'token', NOW);
  for (const view of [
    { orderBy: 'name desc' },
    { pageSize: 25 },
    { name: 'a' },
    { filters: { query: ['x'] } },
  ]) {
    expect(list.withView(deep, view)).toMatchObject({ ...list.FIRST_PAGE, ...view });
  }
});

test('pages count from one', () => {
  expect(list.pageNumber(read(''))).toBe(1);
  expect(list.pageNumber(read('skip=100&page_size=25'))).toBe(5);
  expect(list.pageCount(read(''), 0)).toBe(1);
  expect(list.pageCount(read(''), 101)).toBe(3);
});

test('the range of a page', () => {
  expect(list.rangeText(read('skip=50'), 50, 1234)).toBe('51–100 of 1,234');
  expect(list.rangeText(read('skip=1200'), 34, 1234)).toBe('1,201–1,234 of 1,234');
  expect(list.rangeText(read(''), 0, 0)).toBe('0 of 0');
});

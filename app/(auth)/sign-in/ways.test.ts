import { expect, it } from 'vitest';
import { waysOf } from '#app/(auth)/sign-in/ways.ts';

const STAFF = { id: 'a.b', name: 'staff' };
const PARTNERS = { id: 'a.c', name: 'partners' };
const BOTH = [STAFF, PARTNERS];

it('starts with the password, unless it is the exception', () => {
  expect(waysOf(BOTH, undefined, false)).toEqual({
    providers: BOTH,
    last: null,
    isPasswordFirst: true,
    isPasswordFolded: false,
  });
  expect(waysOf(BOTH, undefined, true)).toMatchObject({
    isPasswordFirst: false,
    isPasswordFolded: true,
  });
});

it('puts the way used last on top', () => {
  expect(waysOf(BOTH, 'a.c', false)).toEqual({
    providers: [PARTNERS, STAFF],
    last: 'a.c',
    isPasswordFirst: false,
    isPasswordFolded: false,
  });
  expect(waysOf(BOTH, 'password', true)).toMatchObject({
    isPasswordFirst: true,
    isPasswordFolded: false,
  });
});

it('starts with the password if there is no provider', () => {
  const ways = { providers: [], last: null, isPasswordFirst: true, isPasswordFolded: false };
  expect(waysOf([], 'a.c', true)).toEqual(ways);
});

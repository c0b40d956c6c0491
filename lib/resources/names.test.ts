import { expect, it } from 'vitest';
import { folded, nameProblem, plainName } from './names.ts';

it.each(['admin', 'Ada Lovelace', 'Жанна', '東京', 'naïve ❤️', "O'Neill-Smith"])(
  'takes %j as it is',
  (name) => {
    expect(nameProblem(name)).toBeNull();
    expect(plainName(name)).toBe(name);
  },
);

it.each([
  ['   ', '', 'must not begin or end with a blank'],
  ['admin ', 'admin', 'must not begin or end with a blank'],
  [' admin', 'admin', 'must not begin or end with a blank'],
  ['admin\u200b', 'admin', 'must not have control characters or other invisible ones'],
  ['\u202enimda', 'nimda', 'must not have control characters or other invisible ones'],
  ['a\nb', 'ab', 'must not have control characters or other invisible ones'],
  ['a\u0007b', 'ab', 'must not have control characters or other invisible ones'],
  ['a\u2028b', 'ab', 'must not have control characters or other invisible ones'],
  ['\u3164', '', 'must not have control characters or other invisible ones'],
])('refuses %j', (name, plain, problem) => {
  expect(nameProblem(name)).toBe(problem);
  expect(plainName(name)).toBe(plain);
});

it.each([
  ['ANNA', 'anna'],
  ['Жанна', 'ЖАННА'],
  ['Jose\u0301', 'josé'],
  ['Straße', 'STRASSE'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['ﬁle', 'FILE'],
  ['Ｇｒｏｖｅ', 'grove'],
])('compares %j with %j in searches', (name, other) => {
  expect(folded(name)).toBe(folded(other));
});

it('keeps different letters apart in searches', () => {
  expect(folded('élodie')).not.toBe(folded('elodie'));
});

import { expect, it } from 'vitest';
import { formatScopes, parseScopes } from '#components/frame/preferences/kept-scopes.ts';

it('reads back what it wrote, for each person', () => {
  const ada = formatScopes(undefined, 'ada', { identities: 'below', access: 'in' });
  expect(ada).toMatch(/^[0-9a-f]{8}\.identities-below\.access-in$/);
  const both = formatScopes(ada, 'grace', { repos: 'below' });
  expect(parseScopes(both, 'ada')).toEqual({ identities: 'below', access: 'in' });
  expect(parseScopes(both, 'grace')).toEqual({ repos: 'below' });
  expect(parseScopes(both, 'linus')).toEqual({});
  expect(parseScopes(formatScopes(both, 'ada', { access: 'effect' }), 'ada')).toEqual({
    access: 'effect',
  });
});

it('ignores nonsense, and forgets the person who used the browser longest ago', () => {
  expect(parseScopes('x.y-z!;!0000', 'ada')).toEqual({});
  expect(parseScopes(undefined, 'ada')).toEqual({});
  const people = ['a', 'b', 'c', 'd', 'e'];
  const cookie = people.reduce(
    (kept, person) => formatScopes(kept, person, { repos: 'below' }),
    '',
  );
  expect(people.filter((person) => 'repos' in parseScopes(cookie, person))).toEqual([
    'b',
    'c',
    'd',
    'e',
  ]);
});

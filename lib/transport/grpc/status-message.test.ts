import { expect, it } from 'vitest';
import { escaped, escapeLess } from './status-message.ts';

it.each([
  ['Not found: role a/b does not exist; look again (#1)?', null],
  ['50 % of it', '50 %25 of it'],
  ['né\n😀', 'n%C3%A9%0A%F0%9F%98%80'],
  [' ends in blanks ', '%20ends in blanks%20'],
  ['half \ud83d', 'half %EF%BF%BD'],
])('escapes of %j what the protocol does not take', (message, expected) => {
  expect(escaped(message)).toBe(expected ?? message);
  expect(decodeURIComponent(escaped(message))).toBe(message.toWellFormed());
});

it('changes no other trailer', () => {
  const trailers = new Headers();
  escapeLess(trailers);
  trailers.set('Grpc-Message', encodeURIComponent('Not found: 5 % é'));
  trailers.set('other', 'a%3Ab');
  expect([...trailers]).toEqual([
    ['grpc-message', 'Not found: 5 %25 %C3%A9'],
    ['other', 'a%3Ab'],
  ]);
});

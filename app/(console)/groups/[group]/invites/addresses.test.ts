import { expect, it } from 'vitest';
import { addressesIn } from '#app/(console)/groups/[group]/invites/addresses.ts';

it('reads lines, commas, semicolons and names, each address once', () => {
  const text =
    'ada@acme.example, Grace <grace@acme.example>;\r\n\n"Lin, Y." <lin@acme.example>\n ADA@acme.example';
  expect(addressesIn(text)).toEqual({
    addresses: ['ADA@acme.example', 'grace@acme.example', 'lin@acme.example'],
    unread: [],
  });
  expect(addressesIn(' \n')).toEqual({ addresses: [], unread: [] });
});

it('names the texts that are not addresses', () => {
  expect(addressesIn('ada@acme.example\ngrace@\nplain name').unread).toEqual([
    'grace@',
    'plain name',
  ]);
});

import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';

const group = 'a'.repeat(40);
const row = (name: string, number: number, parent = group) => ({
  uid: `${parent}/${String(number).padStart(16, '0')}`,
  name,
});

it.each([
  ['admin', '\u0430dmin'],
  ['admin', 'Admin'],
  ['BANK', '\u0412ANK'],
  ['file', '\ufb01le'],
  ['jos\u00e9', 'jose\u0301'],
  ['paypal', 'paypa1'],
  ['paypal', 'paypaI'],
])('finds that %j and %j of one group look alike', (one, other) => {
  const rows = [row(one, 1), row(other, 2), row('somebody', 3)];
  expect(lookAlikes(rows)).toEqual(new Set(rows.slice(0, 2).map(({ uid }) => uid)));
});

it('leaves names alone that differ, and equal ones of other groups', () => {
  const rows = [row('admin', 1), row('admins', 2), row('admin', 3, 'b'.repeat(40))];
  expect(lookAlikes(rows)).toEqual(new Set());
});

import { expect, it } from 'vitest';
import { filterByShare } from './in-parts.ts';

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
];
/** The second root group was founded from the first one. */
const shares = new Map([
  [first, first],
  [second, first],
  [third, third],
]);

const identity = (uid: string, age: number) => ({
  uid,
  createTime: new Date(1_000),
  namesSince: new Date(1_000 - age),
});

it('gives each share steps of its own, and the oldest of its identities the first', async () => {
  const identities = [
    identity(`${first}/3`, 1),
    identity(`${first}/1`, 3),
    identity(`${third}/1`, 1),
    identity(`${second}/2`, 2),
  ];
  const found = await filterByShare(identities, (_, steps) => steps.take(400_000), {
    shares,
    first: [],
  });
  expect(found.map(({ uid }) => uid).sort()).toEqual([`${first}/1`, `${second}/2`, `${third}/1`]);
});

it('begins with the shares that the work is for', async () => {
  const compared: string[] = [];
  const holds = ({ uid }: { uid: string }) => compared.push(uid) > 0;
  const identities = [identity(`${first}/1`, 3), identity(`${third}/1`, 1)];
  await filterByShare(identities, holds, { shares, first: [third] });
  expect(compared).toEqual([`${third}/1`, `${first}/1`]);
});

import { expect, it } from 'vitest';
import { filterByOrganization } from './in-parts.ts';

const identity = (uid: string, age: number) => ({
  uid,
  createTime: new Date(1_000),
  namesSince: new Date(1_000 - age),
});

it('gives each organization steps of its own, and the oldest of its identities the first', async () => {
  const [greedy, modest] = ['a'.repeat(40), 'b'.repeat(40)];
  const identities = [
    identity(`${greedy}/3`, 1),
    identity(`${greedy}/1`, 3),
    identity(`${modest}/1`, 1),
    identity(`${greedy}/2`, 2),
  ];
  const found = await filterByOrganization(identities, (_, steps) => steps.take(400_000));
  expect(found.map(({ uid }) => uid).sort()).toEqual([`${greedy}/1`, `${greedy}/2`, `${modest}/1`]);
});

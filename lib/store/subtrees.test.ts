import { afterAll, beforeAll, expect, it } from 'vitest';
import { newRootUid } from '#lib/aip/uid.ts';
import { committed } from '#lib/store/store.ts';
import {
  closeSubtrees,
  compareSubtrees,
  compareChildren,
  compareHidden,
  comparePositions,
  list,
  openSubtrees,
} from './test-subtrees.ts';
import type { SubtreesQuery } from './test-subtrees.ts';

beforeAll(openSubtrees);

afterAll(closeSubtrees);

it('lists what lies below groups as sorting all of it would', async () => {
  const { pages, jumps } = await compareSubtrees(20);
  expect(pages).toBeGreaterThan(40);
  expect(jumps).toBeGreaterThan(20);
});

it('finds any position among subtrees whose rows lie differently', async () => {
  expect(await comparePositions(500, 60)).toBeGreaterThan(20);
});

it.each([
  { count: 3, others: 1 },
  { count: 3, others: 0 },
  { count: 403, others: 1 },
])('lists $count children of a group in any order, beside $others below', async (given) => {
  expect(await compareChildren(given.count, given.others)).toBe(6 * (given.count - 1));
});

it('knows nothing of a resource that is not a group', async () => {
  expect(await committed.tally('Tag', newRootUid())).toBeNull();
  const order = { column: 'name', descending: false };
  const subtrees = [{ uid: newRootUid(), withSelf: true }];
  const query: SubtreesQuery = { type: 'Tag', subtrees, order, cursor: null, skip: 0, limit: 1 };
  expect(await list(query)).toMatchObject({ rows: [], total: 0 });
});

it('sorts what a walk does not come to', async () => {
  expect(await compareHidden()).toBe(6);
});

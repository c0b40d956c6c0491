/** The same with more random organizations, and subtrees as large as blocks become. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  closeSubtrees,
  compareSubtrees,
  compareChildren,
  comparePositions,
  openSubtrees,
} from './test-subtrees.ts';

const LONG_MS = 900_000;

beforeAll(openSubtrees);

afterAll(closeSubtrees);

it(
  'lists what lies below groups as sorting all of it would',
  async () => {
    const { pages, jumps } = await compareSubtrees(300);
    expect(pages).toBeGreaterThan(600);
    expect(jumps).toBeGreaterThan(400);
  },
  LONG_MS,
);

it(
  'finds any position among subtrees whose rows lie differently',
  async () => {
    expect(await comparePositions(6_400, 300)).toBeGreaterThan(100);
  },
  LONG_MS,
);

it.each([0, 1])(
  'lists 2,003 children of a group in any order, beside %i below them',
  async (others) => {
    expect(await compareChildren(2_003, others)).toBe(6 * 2_002);
  },
  LONG_MS,
);

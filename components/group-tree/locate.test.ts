import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSiblings, lowerBound } from '#components/group-tree/locate.ts';
import type { Sibling } from '#lib/client/resources/tree-pages.ts';

function reader(all: readonly Sibling[], pageSize: number) {
  const asked: number[] = [];
  const read = (page: number) => {
    asked.push(page);
    const groups = all.slice(page * pageSize, (page + 1) * pageSize);
    return Promise.resolve({ groups, total: all.length });
  };
  return { asked, read };
}

describe('lowerBound', () => {
  const siblings = fc
    .uniqueArray(fc.stringMatching(/^[a-d._ -]{1,3}$/), { maxLength: 60 })
    .map((names) => names.map((name, uid) => ({ name, uid: String(uid) })).sort(compareSiblings));

  it('agrees with looking at every sibling', async () => {
    await fc.assert(
      fc.asyncProperty(
        siblings,
        fc.stringMatching(/^[a-d._ -]{1,3}$/),
        fc.integer({ min: 1, max: 9 }),
        async (all, name, pageSize) => {
          const target = { name, uid: '' };
          const index = all.findIndex((sibling) => compareSiblings(sibling, target) >= 0);
          const found = await lowerBound(target, pageSize, reader(all, pageSize).read);
          expect(found?.index ?? -1).toBe(index);
        },
      ),
    );
  });

  it('reads few pages of ten thousand', async () => {
    const all = Array.from({ length: 10_000 }, (_, index) => ({
      name: `team-${String(index).padStart(5, '0')}`,
      uid: String(index),
    }));
    const { asked, read } = reader(all, 100);
    const found = await lowerBound(all[8_999]!, 100, read);
    expect(found?.index).toBe(8_999);
    expect(asked.length).toBeLessThanOrEqual(9);
  });
});

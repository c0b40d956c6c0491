import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Branch, layOut, rowAt, rowCount, rowOf, ROOTS } from '#components/group-tree/rows.ts';

const leaf = (total: number | undefined, isFailed = false): Branch => ({
  total,
  isFailed,
  expanded: [],
});

function table(branches: Record<string, Branch>): string[] {
  const runs = layOut((uid) => branches[uid]);
  return Array.from({ length: rowCount(runs) }, (_, number) => {
    const row = rowAt(runs, number)!;
    return `${row.kind} ${row.parent || '-'} ${row.index}/${row.setSize} level ${row.level} under ${row.parentRow}`;
  });
}

describe('layOut', () => {
  it('puts the children of an expanded group right below it', () => {
    const rows = table({
      [ROOTS]: { total: 2, isFailed: false, expanded: [{ index: 0, uid: 'a' }] },
      a: { total: 3, isFailed: false, expanded: [{ index: 1, uid: 'a/b' }] },
      'a/b': leaf(1),
    });
    expect(rows).toEqual([
      'groups - 0/2 level 1 under -1',
      'groups a 0/3 level 2 under 0',
      'groups a 1/3 level 2 under 0',
      'groups a/b 0/1 level 3 under 2',
      'groups a 2/3 level 2 under 0',
      'groups - 1/2 level 1 under -1',
    ]);
  });

  it('shows one row for a branch that could not be loaded, none for one that is loading', () => {
    const root: Branch = { total: 1, isFailed: false, expanded: [{ index: 0, uid: 'a' }] };
    expect(table({ [ROOTS]: root, a: leaf(undefined, true) })).toContain(
      'failed a 0/1 level 2 under 0',
    );
    expect(table({ [ROOTS]: root, a: leaf(undefined) })).toHaveLength(1);
  });

  it('needs two runs, not ten thousand rows, for ten thousand siblings', () => {
    const branches: Record<string, Branch> = {
      [ROOTS]: { total: 10_000, isFailed: false, expanded: [{ index: 8_999, uid: 'a' }] },
      a: leaf(0),
    };
    expect(layOut((uid) => branches[uid])).toHaveLength(2);
  });

  it('finds every row by parent and position', () => {
    const places = fc.uniqueArray(fc.nat(50), { maxLength: 8 });
    fc.assert(
      fc.property(places, places, fc.integer({ min: 51, max: 400 }), (top, below, total) => {
        const expanded = (prefix: string, list: number[]) =>
          list.toSorted((a, b) => a - b).map((index) => ({ index, uid: `${prefix}${index}` }));
        const runs = layOut((uid) => {
          if (uid === ROOTS) return { total, isFailed: false, expanded: expanded('a', top) };
          if (uid.startsWith('b')) return leaf(2);
          return { total, isFailed: false, expanded: expanded(`b${uid}-`, below) };
        });
        const count = rowCount(runs);
        expect(count).toBe(total + top.length * (total + below.length * 2));
        for (let number = 0; number < count; number += 1) {
          const row = rowAt(runs, number)!;
          expect(rowOf(runs, row.parent, row.index)).toBe(number);
          expect(row.parentRow).toBeLessThan(number);
        }
        expect(rowAt(runs, count)).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });
});

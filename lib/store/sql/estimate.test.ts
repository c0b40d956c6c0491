import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AFTER_ALL, BEFORE_ALL, isBetween } from './bounds.ts';
import type { Bound, Ends } from './bounds.ts';
import { rowNear } from './estimate.ts';
import { comesBefore } from './row-order.ts';

const BLOCK = 8;

/** Numbers that are all different, some of which lie together. */
const area = fc
  .record({ from: fc.nat(100_000), step: fc.integer({ min: 1, max: 400 }), count: fc.nat(150) })
  .map(({ from, step, count }) => Array.from({ length: count }, (_, index) => from + step * index));
const areas = fc
  .array(area, { minLength: 2, maxLength: 8 })
  .map((all) => all.map((values, index) => values.map((value) => value * 8 + index)))
  .filter((all) => all.some((values) => values.length > 0));

/** As rankings have them: the first block begins before all rows. */
function boundsOf(values: readonly number[], number: number): Bound[] {
  const bound = (
    value: number | undefined,
    count: number,
    uid = BEFORE_ALL,
    isFirst = false,
  ): Bound => ({
    area: number,
    at: { value: value ?? 0, uid },
    count,
    isFirst,
  });
  if (values.length === 0) return [];
  const bounds = [bound(values[0], 0, BEFORE_ALL, true), bound(values.at(-1), 0, AFTER_ALL)];
  for (let start = BLOCK; start < values.length; start += BLOCK) {
    bounds.push(bound(values[start], Math.min(BLOCK, values.length - start)));
  }
  return bounds;
}

const ranksOf = (all: readonly number[][], value: number) =>
  all.map((values) => values.filter((one) => one < value).length);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

it('finds a row as near as blocks tell, wherever the rows of the areas lie', () => {
  let rows = 0;
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const cut = fc.option(share, { nil: null });
  fc.assert(
    fc.property(areas, cut, cut, share, (all, low, high, part) => {
      const sorted = all.flat().sort((a, b) => a - b);
      const valueAt = (one: number | null) =>
        one === null ? null : (sorted[Math.floor(one * (sorted.length - 1))] ?? null);
      const [from, to] = [valueAt(low), valueAt(high)];
      fc.pre(from === null || to === null || from < to);
      const end = (value: number | null, ranks: number[]) =>
        value === null
          ? { row: null, ranks }
          : { row: { value, uid: '' }, ranks: ranksOf(all, value) };
      const ends: Ends = [
        end(
          from,
          all.map(() => 0),
        ),
        end(
          to,
          all.map(({ length }) => length),
        ),
      ];
      const bounds = all
        .flatMap(boundsOf)
        .filter(({ at }) => isBetween(at, ends))
        .sort((a, b) => (comesBefore(a.at, b.at) ? -1 : 1));
      const [least, most] = [sum(ends[0].ranks), sum(ends[1].ranks)];
      const wanted = least + part * (most - least);
      const found = rowNear(bounds, ends, wanted);
      if (found === null) return;
      rows += 1;
      const row = all[found[0]]?.[found[1]];
      expect(row).toBeDefined();
      const passed = sum(ranksOf(all, row ?? 0));
      expect(passed).toBeGreaterThanOrEqual(least);
      expect(passed).toBeLessThan(most);
      expect(Math.abs(passed - wanted)).toBeLessThanOrEqual(2 * BLOCK * all.length);
    }),
    { numRuns: 500 },
  );
  expect(rows).toBeGreaterThan(100);
});

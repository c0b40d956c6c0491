import { expect, it } from 'vitest';
import { foldRules, foldTabs } from '#components/ui/page/fold.ts';

const TABS = [
  { id: 'a', width: 50 },
  { id: 'b', width: 60 },
  { id: 'c', width: 70 },
  { id: 'd', width: 40 },
];
const MORE = 30;

/** The tabs that a line of this width shows. */
function shownAt(width: number, current: string | null): string[] {
  const { from, whole } = foldTabs(TABS, current, MORE);
  const tabs = TABS.filter(({ id }) => width >= (from.get(id) ?? 0)).map(({ id }) => id);
  return width >= whole ? tabs : [...tabs, 'more'];
}

it('hides the last tabs first, and "More" if all tabs fit', () => {
  expect(shownAt(231, 'a')).toEqual(['a', 'b', 'c', 'd']);
  expect(shownAt(230, 'a')).toEqual(['a', 'b', 'c', 'more']);
  expect(shownAt(221, 'a')).toEqual(['a', 'b', 'c', 'more']);
  expect(shownAt(220, 'a')).toEqual(['a', 'b', 'more']);
  expect(shownAt(146, 'a')).toEqual(['a', 'more']);
  expect(shownAt(0, 'a')).toEqual(['a', 'more']);
});

it('always shows the current tab, in place of others', () => {
  expect(shownAt(0, 'd')).toEqual(['d', 'more']);
  expect(shownAt(190, 'd')).toEqual(['a', 'd', 'more']);
  expect(shownAt(191, 'd')).toEqual(['a', 'b', 'd', 'more']);
});

it('shows at every width only the tabs that fit', () => {
  for (const current of [null, 'a', 'b', 'c', 'd']) {
    for (let width = 104; width < 240; width += 1) {
      const shown = shownAt(width, current);
      const widths = shown.map((id) => TABS.find((tab) => tab.id === id)?.width ?? MORE);
      const taken = widths.reduce((sum, one) => sum + one, 0) + 3.5 * (shown.length - 1);
      expect(taken, `${current} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

it('shows "More" beside all tabs where it has something else', () => {
  const { from, whole } = foldTabs(TABS, 'a', MORE, true);
  expect(whole).toBe(Number.POSITIVE_INFINITY);
  expect(from.get('d')).toBe(50 + 60 + 70 + 40 + MORE + 4 * 3.5);
});

it('writes rules for a container', () => {
  const fold = { from: new Map([['b', 140]]), whole: 231 };
  const rules = foldRules(fold, 'part');
  expect(rules).toBe(
    '@container tabs (width<10rem){[data-tab=part-b]{display:none}}' +
      '@container tabs (width>=16.5rem){[data-tab=part-more]{display:none}}',
  );
  const kept = foldRules({ ...fold, whole: Number.POSITIVE_INFINITY }, 'part');
  expect(kept).not.toContain('[data-tab=part-more]');
});

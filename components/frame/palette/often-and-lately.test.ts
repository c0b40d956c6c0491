import { expect, it } from 'vitest';
import { oftenAndLately } from '#components/frame/palette/often-and-lately.ts';

it('has the latest item first, unless another item comes much more often', () => {
  expect(oftenAndLately(['c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
  expect(oftenAndLately(['b', 'a', 'a', 'a'])).toEqual(['a', 'b']);
  expect(oftenAndLately(['b', 'c', 'b', 'c', 'b', 'a', 'a', 'a'])[0]).toBe('b');
});

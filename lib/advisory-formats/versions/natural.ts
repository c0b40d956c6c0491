/** An order for versions of an unknown scheme: numbers by value, words before numbers. */
import { compareNumbers } from './apk.ts';

const partsOf = (text: string): string[] => text.match(/\d+|[A-Za-z]+/g) ?? [];
const isNumber = (part: string) => /^\d/.test(part);

/** As in RubyGems, a missing part counts as 0, which is above any word. */
export function compareNatural(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [one, other] = [left[at] ?? '0', right[at] ?? '0'];
    if (isNumber(one) !== isNumber(other)) return isNumber(one) ? 1 : -1;
    if (isNumber(one)) {
      const order = compareNumbers(one, other);
      if (order !== 0) return order;
    } else if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

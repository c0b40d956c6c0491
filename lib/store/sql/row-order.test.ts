import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTextBefore } from './row-order.ts';

/** Around the borders between what one code unit holds and what takes two. */
const unit = fc.constantFrom(
  '',
  'a',
  'b',
  '\u{d7ff}',
  '\u{e000}',
  '\u{ffff}',
  '\u{10000}',
  '\u{10ffff}',
);
const text = fc.oneof(
  fc.array(unit).map((units) => units.join('')),
  fc.string({ unit: 'binary' }),
);

it('orders texts as the bytes of their UTF-8 are ordered', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(isTextBefore(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dialect } from './dialect.ts';

const keyed = (value: string | number) => dialect.toKey(value) as Buffer;

it('ranks numbers in the order of their bytes', () => {
  const time = fc.maxSafeInteger();
  fc.assert(
    fc.property(time, time, (a, b) => {
      expect(dialect.fromKey(keyed(a), 'time')).toBe(a);
      expect(Math.sign(Buffer.compare(keyed(a), keyed(b)))).toBe(Math.sign(a - b));
    }),
  );
});

it('ranks texts as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(dialect.fromKey(keyed(text), 'text')).toBe(text);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { naturalOrder } from './natural-order.ts';

const byOrder = (a: string, b: string) => (naturalOrder(a) < naturalOrder(b) ? -1 : 1);

it('orders tags as versions', () => {
  const tags = [
    '0.9',
    '1.0-rc.2',
    '1.0-rc.10',
    '1.0',
    '1.0.1',
    '1.9',
    '1.10',
    '1.10.0',
    '10',
    '20241126',
    'latest',
    'v1.9',
    'v1.10',
  ];
  expect(tags.toReversed().toSorted(byOrder)).toEqual(tags);
});

it('orders numbers by their values', () => {
  const number = fc.tuple(fc.constantFrom('', '0', '00'), fc.bigInt({ min: 0n, max: 10n ** 120n }));
  fc.assert(
    fc.property(number, number, ([zeros, one], [others, other]) => {
      const [a, b] = [naturalOrder(`v${zeros}${one}`), naturalOrder(`v${others}${other}`)];
      expect(a < b).toBe(one < other);
      expect(a === b).toBe(one === other);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inBatches } from '#lib/client/resources/batches.ts';
import { searchOf } from '#lib/client/resources/queries.ts';

it('splits uids in their order into parts that an address can hold', () => {
  const uid = fc.integer({ min: 1, max: 30 }).map((depth) => 'abcdef0123456789/'.repeat(depth));
  fc.assert(
    fc.property(fc.array(uid, { maxLength: 200 }), (uids) => {
      const batches = inBatches(uids);
      expect(batches.flat()).toEqual(uids);
      for (const batch of batches) {
        expect(batch).not.toHaveLength(0);
        expect(searchOf({ 'uidp.ids': batch }).toString().length).toBeLessThanOrEqual(6_000);
      }
    }),
  );
});

it('does not split what fits', () => {
  const uids = Array.from({ length: 50 }, (_, at) => `${'a'.repeat(40)}/${at}`);
  expect(inBatches(uids)).toEqual([uids]);
});

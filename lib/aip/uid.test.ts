import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as uids from './uid.ts';

const segment = fc.constantFrom(
  '0000000000000000',
  '0000000000000001',
  'ffffffffffffffff',
  'a0a0a0a0a0a0a0a0',
);
const root = fc.constantFrom('0'.repeat(40), 'f'.repeat(40), `${'0'.repeat(39)}1`);
const uid = fc
  .tuple(root, fc.array(segment, { maxLength: 4 }))
  .map(([first, rest]) => [first, ...rest].join('/'));

/** The model: uids as lists of segments. */
const isPrefix = (a: string[], b: string[]) => a.every((part, i) => part === b[i]);

describe('uids', () => {
  it('makes uids that are uids, and different ones', () => {
    const made = new Set<string>();
    for (let i = 0; i < 100; i += 1) {
      const first = uids.newRootUid();
      const child = uids.newChildUid(first);
      expect([uids.isRootUid(first), uids.isUid(first), uids.isUid(child)]).toEqual([
        true,
        true,
        true,
      ]);
      expect(uids.isRootUid(child)).toBe(false);
      expect(uids.parentUid(child)).toBe(first);
      made.add(first).add(child);
    }
    expect(made.size).toBe(200);
  });

  it('makes uids that lie close to each other, in their order', () => {
    const root = uids.newRootUid();
    const made = uids.newChildUids(root);
    const some = Array.from({ length: 2_000 }, () => made.next().value);
    expect(some.every((uid) => uids.isUid(uid) && uids.parentUid(uid) === root)).toBe(true);
    expect(new Set(some).size).toBe(some.length);
    const numbers = some.map((uid) => BigInt(`0x${uid.slice(root.length + 1)}`));
    const steps = numbers.slice(1).map((at, index) => BigInt.asUintN(64, at - numbers[index]!));
    expect(steps.every((step) => step > 0n && step <= 2n ** 32n)).toBe(true);
    expect(uids.newChildUids(root).next().value.slice(0, 50)).not.toBe(some[0]?.slice(0, 50));
  });

  it('makes as many random digits as asked for, each time others', () => {
    const made = Array.from({ length: 2_000 }, () => uids.randomHex(8));
    expect(made.every((digits) => /^[0-9a-f]{16}$/.test(digits))).toBe(true);
    expect(new Set(made).size).toBe(made.length);
  });

  it.each([
    '',
    'a',
    'A'.repeat(40),
    'g'.repeat(40),
    '0'.repeat(39),
    '0'.repeat(41),
    `${'0'.repeat(40)}/`,
    `/${'0'.repeat(40)}`,
    `${'0'.repeat(40)}/${'0'.repeat(15)}`,
    `${'0'.repeat(40)}//${'0'.repeat(16)}`,
    `${'0'.repeat(40)}/${'0'.repeat(16)}\n`,
    `${'0'.repeat(40)}\n`,
    `${'0'.repeat(40)}${`/${'0'.repeat(16)}`.repeat(34)}`,
  ])('refuses %j', (text) => {
    expect(uids.isUid(text)).toBe(false);
    expect(() => uids.checkUid(text, 'uid')).toThrow(/^Invalid argument: uid: must be /);
  });

  it('takes the deepest tag', () => {
    expect(uids.isUid(`${'0'.repeat(40)}${`/${'0'.repeat(16)}`.repeat(33)}`)).toBe(true);
  });

  it('agrees with uids as lists of segments', () => {
    fc.assert(
      fc.property(uid, uid, (a, b) => {
        const [one, two] = [a.split('/'), b.split('/')];
        const below = isPrefix(two, one) && one.length > two.length;
        expect(uids.isBelow(a, b)).toBe(below);
        expect(uids.isSameOrBelow(a, b)).toBe(below || a === b);
        const { after, before } = uids.belowRange(b);
        expect(a > after && a < before).toBe(below);
        expect(uids.pathUids(a)).toEqual(one.map((_, i) => one.slice(0, i + 1).join('/')));
        expect(uids.ancestorUids(a)).toEqual(uids.pathUids(a).slice(0, -1));
        expect(uids.parentUid(a)).toBe(one.slice(0, -1).join('/'));
        expect(uids.rootUid(a)).toBe(one[0]);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the topmost of any set', () => {
    fc.assert(
      fc.property(fc.array(uid, { maxLength: 12 }), (set) => {
        const expected = [...new Set(set)].filter((a) => !set.some((b) => uids.isBelow(a, b)));
        expect(uids.topmost(set)).toEqual(expected.sort());
      }),
      { numRuns: 500 },
    );
  });
});

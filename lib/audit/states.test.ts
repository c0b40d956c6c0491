import { expect, it } from 'vitest';
import fc from 'fast-check';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { differenceOf, wholeOf, type Difference } from './states.ts';

it('has the fields that differ, within objects too, and lists as a whole', () => {
  const before = {
    uid: 'a',
    text: 'x',
    tags: ['a'],
    match: { issuer: 'i', claims: { team: 'a' } },
  };
  const after = {
    uid: 'a',
    text: 'x',
    tags: ['a', 'b'],
    match: { issuer: 'i', claims: {} },
    on: 1,
  };
  expect(differenceOf(before, after)).toEqual({
    before: { tags: ['a'], match: { claims: { team: 'a' } } },
    after: { tags: ['a', 'b'], match: { claims: {} }, on: 1 },
  });
});

it('says what the resource is called, if that did not change', () => {
  const named = { uid: 'a', name: 'payments', url: 'https://a', text: 'x' };
  expect(differenceOf(named, { ...named, text: 'y' })).toEqual({
    before: { name: 'payments', url: 'https://a', text: 'x' },
    after: { name: 'payments', url: 'https://a', text: 'y' },
  });
  const binding = { identity: { uid: 'i', name: 'ada' }, role: { uid: 'r', name: 'owner' }, on: 1 };
  expect(differenceOf(binding, { ...binding, on: 2 }).after).toEqual({
    identity: { name: 'ada' },
    role: { name: 'owner' },
    on: 2,
  });
});

it('names other resources in the whole state by uid and name', () => {
  const binding = { uid: 'b', identity: { uid: 'i', name: 'ada', description: 'x'.repeat(2_000) } };
  expect(wholeOf({ ...binding, role: null })).toEqual({
    uid: 'b',
    identity: { uid: 'i', name: 'ada' },
    role: null,
  });
  expect(wholeOf({ uid: 'g', name: 'payments' })).toEqual({ uid: 'g', name: 'payments' });
});

/** What was, with what has changed. */
function applied(state: JsonObject, { before, after }: Difference): JsonObject {
  const kept = Object.entries(state).filter(([key]) => !(key in before) || key in after);
  const changed = Object.entries(after).map(([key, value]) => {
    const [old, was] = [state[key], before[key]];
    const isWithin = isJsonObject(old) && isJsonObject(was) && isJsonObject(value);
    return [key, isWithin ? applied(old, { before: was, after: value }) : value] as const;
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(changed) };
}

it('leads from what was to what is, and back', () => {
  const { state } = fc.letrec<{ state: JsonObject; value: never }>((tie) => ({
    value: fc.oneof({ maxDepth: 2 }, fc.integer(), fc.array(fc.integer()), tie('state')) as never,
    state: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
  }));
  fc.assert(
    fc.property(state, state, (before, after) => {
      const difference = differenceOf(before, after);
      expect(applied(before, difference)).toEqual(after);
      const back = { before: difference.after, after: difference.before };
      expect(applied(after, back)).toEqual(before);
    }),
  );
});

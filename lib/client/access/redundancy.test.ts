import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bound, redundantBindings } from './redundancy.ts';

const GRANTS = new Map<string, readonly string[]>([
  ['viewer', ['groups.list', 'repo.list']],
  ['reader', ['repo.list', 'groups.list']],
  ['editor', ['groups.list', 'repo.list', 'groups.update']],
  ['lister', ['groups.list']],
]);

const bound = (uid: string, group: string, role: string, identity = 'ada'): Bound => ({
  uid,
  identity: { uid: identity },
  group: { uid: group },
  role: { uid: role },
  createTime: `2026-01-01T00:00:00.00${uid.at(-1)}Z`,
});

const because = (bindings: readonly Bound[]) =>
  Object.fromEntries(
    [...redundantBindings(bindings, bindings, GRANTS)].map(([uid, by]) => [uid, by.uid]),
  );

test('a wider role at the group or above makes a binding redundant', () => {
  expect(because([bound('1', 'a', 'viewer'), bound('2', 'a', 'editor')])).toEqual({ 1: '2' });
  expect(because([bound('1', 'a/b', 'lister'), bound('2', 'a', 'viewer')])).toEqual({ 1: '2' });
  expect(because([bound('1', 'a/b', 'viewer'), bound('2', 'a', 'viewer')])).toEqual({ 1: '2' });
  const brief = { ...bound('2', 'a', 'viewer'), expirationTime: '2100-01-01T00:00:00.000Z' };
  expect(because([bound('1', 'a/b', 'viewer'), brief])).toEqual({});
  expect(because([bound('3', 'a', 'viewer'), brief])).toEqual({ 2: '3' });
  const unconfirmed = { ...bound('2', 'a', 'viewer'), unconfirmedTime: '2026-01-02T00:00:00.000Z' };
  expect(because([bound('1', 'a/b', 'viewer'), unconfirmed])).toEqual({});
});

test('one elsewhere, below, of somebody else, or with less does not', () => {
  expect(because([bound('1', 'a', 'viewer'), bound('2', 'a/b', 'editor')])).toEqual({});
  expect(because([bound('1', 'ab', 'viewer'), bound('2', 'a', 'editor')])).toEqual({});
  expect(because([bound('1', 'a', 'viewer'), bound('2', 'a', 'editor', 'bob')])).toEqual({});
  expect(because([bound('1', 'a/b', 'editor'), bound('2', 'a', 'viewer')])).toEqual({});
});

test('of two that give the same, the newer one is redundant', () => {
  expect(because([bound('2', 'a', 'viewer'), bound('1', 'a', 'reader')])).toEqual({ 2: '1' });
  const twins = [bound('y1', 'a', 'viewer'), bound('x1', 'a', 'reader')];
  expect(because(twins)).toEqual({ y1: 'x1' });
});

test('a role that cannot be read says nothing', () => {
  expect(because([bound('1', 'a', 'secret'), bound('2', 'a', 'editor')])).toEqual({});
  expect(because([bound('1', 'a', 'lister'), bound('2', 'a', 'secret')])).toEqual({});
});

test('names one that stays', () => {
  const chain = [
    bound('1', 'a/b/c', 'lister'),
    bound('2', 'a/b', 'viewer'),
    bound('3', 'a', 'editor'),
  ];
  expect(because(chain)).toEqual({ 1: '3', 2: '3' });
});

const START = Date.parse('2026-01-01T00:00:00Z');
const timeAt = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const bindings = fc
  .array(
    fc.record({
      group: fc.constantFrom('a', 'a/b', 'a/b/c', 'a/d'),
      role: fc.constantFrom(...GRANTS.keys(), 'secret'),
      identity: fc.constantFrom('ada', 'bob'),
      time: fc.integer({ min: 0, max: 3 }),
      from: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      until: fc.option(fc.integer({ min: 2, max: 9 }), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ group, role, identity, time, from, until }, index) => ({
      ...bound(`u${index}`, group, role, identity),
      createTime: String(time),
      ...(from !== undefined && { startTime: timeAt(from) }),
      ...(until !== undefined && { expirationTime: timeAt(until) }),
    })),
  );

test('without all redundant ones, everybody holds what they did, from now on', () => {
  const NOW = 4;
  const isAt = (one: Bound, time: number) =>
    !(timeAt(time) < (one.startTime ?? '')) && timeAt(time) < (one.expirationTime ?? '~');
  const held = (list: readonly Bound[], identity: string, at: string, time: number) => {
    const giving = list.filter(
      (one) =>
        isAt(one, time) &&
        one.identity.uid === identity &&
        (at === one.group.uid || at.startsWith(`${one.group.uid}/`)),
    );
    return [...new Set(giving.flatMap(({ role }) => GRANTS.get(role.uid) ?? [role.uid]))].sort();
  };
  fc.assert(
    fc.property(bindings, (all) => {
      const redundant = redundantBindings(all, all, GRANTS, START + NOW);
      const left = all.filter(({ uid }) => !redundant.has(uid));
      for (const by of redundant.values()) expect(redundant.has(by.uid)).toBe(false);
      for (const identity of ['ada', 'bob']) {
        for (const at of ['a', 'a/b', 'a/b/c', 'a/d', 'a/b/c/e']) {
          for (const time of [NOW, 5, 6, 7, 8, 9]) {
            expect(held(left, identity, at, time)).toEqual(held(all, identity, at, time));
          }
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';
import { randomly } from '../../../../e2e/support/random.ts';
import { sameEvents } from './same-events.ts';

type Likeness = (incoming: ImportedEvent, stored: JsonObject) => boolean;

const isSameTime: Likeness = ({ createTime }, stored) =>
  createTime === undefined || createTime === stored['createTime'];
const isSameData: Likeness = ({ kind, data }, stored) => isDeepStrictEqual(stored[kind], data);
const isSame: Likeness = (incoming, stored) =>
  isSameTime(incoming, stored) && isSameData(incoming, stored);

/** Looks at each stored event for each incoming one. */
function compared(incoming: readonly ImportedEvent[], events: JsonObject[], stated: Set<unknown>) {
  const rest = new Set(events);
  const matched = new Map<ImportedEvent, JsonObject>();
  for (const isAlike of [isSame, isSameData, isSameTime, () => true]) {
    for (const event of incoming) {
      if (matched.has(event)) continue;
      const found = [...rest].find(
        (one) =>
          one[event.kind] !== undefined &&
          isAlike(event, one) &&
          (isAlike === isSame || one['uid'] === event.uid || !stated.has(one['uid'])),
      );
      if (found === undefined) continue;
      matched.set(event, found);
      rest.delete(found);
    }
  }
  return matched;
}

const few = { maxLength: 6 };
const uid = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const kind = fc.constantFrom('fixed' as const, 'detection' as const);
const data = fc.constantFrom<JsonObject>({ note: 'x', type: 'y' }, { type: 'y', note: 'x' }, {});
const time = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z');
const incoming = fc.record(
  { kind, data, createTime: fc.option(time, { nil: undefined }), uid, author: fc.constant('') },
  { requiredKeys: ['kind', 'data', 'createTime', 'author'] },
);
const stored = fc.record({ uid, kind, data, createTime: time, isStated: fc.boolean() });

it('finds what looking at every pair finds', () => {
  const cases = [
    fc.array(incoming, few),
    fc.uniqueArray(stored, { ...few, selector: (one) => one.uid }),
  ] as const;
  const same = fc.property(...cases, (events, rows) => {
    const timeline = rows.map(({ kind: member, data: content, uid: own, createTime }) => ({
      uid: own,
      createTime,
      [member]: content,
    }));
    const stated = rows.filter(({ isStated }) => isStated).map((one) => one.uid);
    const origins = stated.map((one) => [one, { product: 'pkg:apk/wolfi/x' }]);
    const origin = { events: Object.fromEntries(origins) as JsonObject };
    const found = sameEvents(events, { events: timeline, origin });
    expect(found).toEqual(compared(events, timeline, new Set(stated)));
  });
  fc.assert(same, randomly(300));
});

it('finds the same of tens of thousands, none of which is said again', () => {
  const count = 30_000;
  const eventOf = (nth: number, createTime: string) => ({
    uid: String(nth),
    createTime,
    author: '',
    data: { note: String(nth) },
  });
  const timeline = Array.from({ length: count }, (_, nth) => {
    const { data: fixed, ...event } = eventOf(nth, '2026-01-01T00:00:00.000Z');
    return { ...event, fixed };
  });
  const events = Array.from({ length: count }, (_, nth) => ({
    ...eventOf(2 * count + nth, '2026-01-02T00:00:00.000Z'),
    kind: 'fixed' as const,
  }));
  const found = sameEvents(events, { events: timeline, origin: null });
  expect([...found.values()]).toEqual(timeline);
});

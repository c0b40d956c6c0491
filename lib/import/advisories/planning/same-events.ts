/** Which stored event each event of a record is. One advisory may have thousands of each. */
import { dataOf, kindOf } from '#lib/advisory-formats/current.ts';
import { statedIn } from '#lib/advisory-formats/origin.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { canonical } from '#lib/audit/canonical.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';

interface Facts {
  kind: string | undefined;
  data: string;
  time: unknown;
}

/** What an event and a stored one must have alike. */
type Likeness = (facts: Facts) => unknown[];

const EXACT: Likeness = ({ kind, data, time }) => [kind, data, time];

/** The closest comes first. An event that moved or was reworded is still the same event. */
const LIKENESSES: readonly Likeness[] = [
  EXACT,
  ({ kind, data }) => [kind, data],
  ({ kind, time }) => [kind, time],
  ({ kind }) => [kind],
];

interface Stored {
  event: JsonObject;
  place: number;
  facts: Facts;
  isStated: boolean;
}

/** Each stored event is at most one of the incoming ones. */
export function sameEvents(
  incoming: readonly ImportedEvent[],
  row: Pick<Advisory, 'events' | 'origin'> | null,
): Map<ImportedEvent, JsonObject> {
  const isStated = statedIn(row?.origin);
  const stored = (row?.events ?? []).map((event, place): Stored => {
    const facts = {
      kind: kindOf(event),
      data: canonical(dataOf(event)),
      time: event['createTime'],
    };
    return { event, place, facts, isStated: isStated(event) };
  });
  const events = incoming.map((event) => ({ event, facts: factsOf(event) }));
  const byUid = new Map(stored.map((one) => [one.event['uid'], one]));
  const free = new Set(stored);
  const matched = new Map<ImportedEvent, JsonObject>();
  for (const likeness of LIKENESSES) {
    // Only a record's own event may be reworded by it, and never a statement.
    const alike = [...free].filter(({ isStated }) => likeness === EXACT || !isStated);
    const keyed = alike.flatMap((one) => keysOf(likeness, one.facts).map((key) => ({ key, one })));
    const queues = Map.groupBy(keyed.toReversed(), ({ key }) => key);
    for (const { event, facts } of events) {
      if (matched.has(event)) continue;
      const key = keyOf(likeness, facts);
      const named = byUid.get(event.uid);
      const isNamed =
        named !== undefined && free.has(named) && keysOf(likeness, named.facts).includes(key);
      const first = firstOf(queues.get(key) ?? [], free);
      const found = isNamed && (first === undefined || named.place < first.place) ? named : first;
      if (found === undefined) continue;
      matched.set(event, found.event);
      free.delete(found);
    }
  }
  return matched;
}

const factsOf = ({ kind, data, createTime }: ImportedEvent): Facts => ({
  kind,
  data: canonical(data),
  time: createTime,
});

const keyOf = (likeness: Likeness, facts: Facts): string => JSON.stringify(likeness(facts));

/** An event without a time is like one with any. */
const keysOf = (likeness: Likeness, facts: Facts): string[] => [
  ...new Set([keyOf(likeness, facts), keyOf(likeness, { ...facts, time: undefined })]),
];

/** The first that is free. @param queue the last one first; loses those that are taken. */
function firstOf(queue: { one: Stored }[], free: ReadonlySet<Stored>): Stored | undefined {
  for (let last = queue.at(-1); last !== undefined; last = queue.at(-1)) {
    if (free.has(last.one)) return last.one;
    queue.pop();
  }
  return undefined;
}

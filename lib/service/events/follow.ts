/** The next events after a place, for whoever follows an organization: streams and subscriptions. */
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { committed } from '#lib/store/store.ts';
import { eventJson } from './event-json.ts';
import { factsAfter, lastNth, type EventPlace, type Fact, type Reached } from './facts.ts';
import { isSeen, type EventSight } from './sight.ts';

/** The events among facts, as far as a reader sees them. @param sight from `sightOf`. */
export const seenOf = (facts: readonly Fact[], sight: EventSight): EventJson[] =>
  facts.filter((fact) => isSeen(sight, fact)).map((fact) => eventJson(fact, sight));

/** What follows a place. */
interface Followed {
  /** Those that the reader sees. */
  events: EventJson[];
  /** How far the record was read; as given at the end. */
  reached: Reached;
}

/**
 * Reads the record after what was read before.
 *
 * @param limit how many events are read at most, seen or not.
 */
export async function eventsAfter(
  from: Reached,
  sight: EventSight,
  limit: number,
): Promise<Followed> {
  const { facts, reached } = await factsAfter(from, limit);
  return { events: seenOf(facts, sight), reached };
}

/** The place of the newest event of an organization. */
export async function endOf(chain: string): Promise<EventPlace> {
  const sequence = (await committed.chainEnd(chain))?.sequence ?? 0;
  return { chain, sequence, nth: await lastNth(chain, sequence) };
}

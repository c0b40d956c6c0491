/** A stream of events for a caller, which ends with the caller's credentials or rights. */
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import type {
  WatchEventsRequestJson,
  WatchEventsResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { renewed, type Call } from '#lib/service/calls/call.ts';
import { eventJson } from './event-json.ts';
import { sightAt } from './events.ts';
import { follow, type Follower } from './feed.ts';
import { reachedBy, type Reached } from './facts.ts';
import { endOf } from './follow.ts';
import { eventUid, placeIfKept } from './places.ts';
import { isSeen, requireSight, type EventSight } from './sight.ts';

interface Watch {
  call: Call;
  group: string;
  sight: EventSight;
  /** How far the record was read. */
  reached: Reached;
  /** The last revision after which the rights were looked up. */
  checked?: string | undefined;
}

type Message = WatchEventsResponseJson;

/**
 * Begins to watch. The stream ends when the signal of the call is aborted, and throws when the credentials or
 * the rights of the caller have ended.
 *
 * @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED.
 */
export async function watchEvents(
  call: Call,
  { groupUid = '', after }: WatchEventsRequestJson,
): Promise<AsyncGenerator<Message>> {
  const group = checkUid(groupUid, 'group_uid');
  const sight = await sightAt(call, group);
  const end = await endOf(rootUid(group));
  const place = after === undefined ? end : await placeIfKept(after, group);
  const start = { after: eventUid(place ?? end), ...(place === null && { reset: true }) };
  const watch = { call, group, sight, reached: reachedBy(place ?? end) };
  return watched(watch, reachedBy(end), start);
}

async function* watched(first: Watch, end: Reached, start: Message): AsyncGenerator<Message> {
  const feed = follow(end);
  try {
    yield start;
    yield* messages(first, feed);
  } finally {
    feed.leave();
  }
}

async function* messages(first: Watch, feed: Follower): AsyncGenerator<Message> {
  const { eventBeatMs, eventRightsMs } = config().pace;
  let watch = first;
  let nextBeat = performance.now() + eventBeatMs;
  while (watch.call.signal?.aborted !== true) {
    const { facts, reached, revision } = await feed.after(watch.reached);
    for (const fact of facts) {
      // A slow client takes its time for each of them.
      watch = await withRights(watch, revision);
      if (!isSeen(watch.sight, fact)) continue;
      const event = eventJson(fact, watch.sight);
      yield { event, after: event.uid ?? '' };
      nextBeat = performance.now() + eventBeatMs;
    }
    watch.reached = reached;
    watch = await withRights(watch);
    const beatIn = nextBeat - performance.now();
    if (beatIn <= 0) {
      yield {};
      nextBeat = performance.now() + eventBeatMs;
    } else await feed.news(watch.reached, Math.min(beatIn, eventRightsMs), watch.call.signal);
  }
}

/**
 * The watch with the rights of the caller, which are looked up again after a change of access, and after a while.
 *
 * @param revision read after the next record that the caller gets.
 * @throws ApiError UNAUTHENTICATED; PERMISSION_DENIED.
 */
async function withRights(watch: Watch, revision?: string): Promise<Watch> {
  const { call, group, checked } = watch;
  const { caller } = call;
  if (caller === undefined) return watch;
  const isFresh = Date.now() - caller.since < config().pace.eventRightsMs;
  const known: readonly unknown[] = [undefined, caller.revision, checked];
  if (isFresh && known.includes(revision)) return watch;
  const current = await renewed(call);
  return { ...watch, call: current, sight: requireSight(current, group), checked: revision };
}

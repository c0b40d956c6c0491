/** The newest records of the organizations that somebody watches, read once for all who watch. */
import { config } from '#lib/config.ts';
import { logSeldom } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { accessRevision } from '#lib/store/store.ts';
import { recordsAfter } from './follow.ts';
import type { EventPlace } from './places.ts';

interface Feed {
  chain: string;
  /** How far the record was read. */
  end: number;
  /** The records that were read last, and the access revision from after that. */
  newest: readonly RowOf<'AuditEvent'>[];
  revision: string;
  followers: number;
  /** Of those who wait for the next records. */
  wakes: Set<() => void>;
}

/** Records with an access revision that was read after them. */
type Found = Pick<Feed, 'revision'> & { rows: Feed['newest'] };

export interface Follower {
  after(place: EventPlace): Promise<Found>;
  /** Resolves once there are records after the place, the time has passed, or the signal is aborted. */
  news(place: EventPlace, milliseconds: number, signal?: AbortSignal): Promise<void>;
  leave(): void;
}

/** Records that are read at a time. */
const AT_ONCE = 100;

/** Records that are read for one who is behind. A client that takes none keeps them in memory. */
const FOR_ONE = 16;

const known = perProcess('eventFeeds', () => ({
  feeds: new Map<string, Feed>(),
  isPolling: false,
}));

/** @param end the end of the record, read just now. */
export function follow({ chain, sequence }: EventPlace): Follower {
  const { feeds } = known.value;
  const feed = feeds.get(chain) ?? {
    chain,
    end: sequence,
    newest: [],
    revision: '',
    followers: 0,
    wakes: new Set(),
  };
  feeds.set(chain, feed);
  feed.followers += 1;
  pollSoon();
  return {
    after: (place) => recordsOf(feed, place),
    news: (place, milliseconds, signal) =>
      feed.end > place.sequence ? Promise.resolve() : wakened(feed, milliseconds, signal),
    leave() {
      feed.followers -= 1;
      if (feed.followers === 0) feeds.delete(chain);
    },
  };
}

/** Those who are not far behind get what was read for all. */
async function recordsOf(feed: Feed, place: EventPlace): Promise<Found> {
  const { end, newest, revision } = feed;
  if (end <= place.sequence) return { rows: [], revision };
  const first = newest[0]?.sequence ?? Infinity;
  if (first <= place.sequence + 1) {
    return { rows: newest.filter((row) => (row.sequence ?? 0) > place.sequence), revision };
  }
  return { rows: await recordsAfter(place, FOR_ONE), revision: await accessRevision() };
}

function wakened({ wakes }: Feed, milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => {
    clearTimeout(timer);
    wakes.delete(wake);
    signal?.removeEventListener('abort', wake);
    resolve();
  };
  const timer = setTimeout(wake, milliseconds);
  wakes.add(wake);
  signal?.addEventListener('abort', wake);
  if (signal?.aborted === true) wake();
  return promise;
}

/** Looks at all records one after the other, as long as somebody watches. */
function pollSoon(): void {
  const current = known.value;
  if (current.isPolling) return;
  current.isPolling = true;
  setTimeout(() => void poll(), config().pace.eventPollMs).unref();
}

async function poll(): Promise<void> {
  const current = known.value;
  for (const feed of current.feeds.values()) {
    await look(feed).catch((error: unknown) => logSeldom('cannot read new events', error));
  }
  current.isPolling = false;
  if (current.feeds.size > 0) pollSoon();
}

async function look(feed: Feed): Promise<void> {
  let rows: Feed['newest'];
  do {
    rows = await recordsAfter({ chain: feed.chain, sequence: feed.end, nth: 0 }, AT_ONCE);
    feed.newest = rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    feed.revision = await accessRevision();
    feed.end = last.sequence ?? feed.end;
    for (const wake of feed.wakes) wake();
  } while (rows.length === AT_ONCE);
}

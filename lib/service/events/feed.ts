/** The newest records of the organizations that somebody watches, read once for all who watch. */
import { config } from '#lib/config.ts';
import { logSeldom } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import { accessRevision } from '#lib/store/store.ts';
import { factsAfter, isAsFar, isRead, type Fact, type Reached } from './facts.ts';

interface Feed {
  chain: string;
  /** How far the record was read. */
  end: Reached;
  /** What was read last, from where, and the access revision from after that. */
  newest: readonly Fact[];
  since: Reached;
  revision: string;
  followers: number;
  /** Of those who wait for the next records. */
  wakes: Set<() => void>;
}

/** Facts, how far they come, and an access revision that was read after them. */
interface Found {
  facts: readonly Fact[];
  reached: Reached;
  revision: string;
}

export interface Follower {
  after(from: Reached): Promise<Found>;
  /** Resolves once there are records after those read, the time has passed, or the signal is aborted. */
  news(from: Reached, milliseconds: number, signal?: AbortSignal): Promise<void>;
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
export function follow(end: Reached): Follower {
  const { feeds } = known.value;
  const { chain } = end;
  const feed = feeds.get(chain) ?? {
    chain,
    end,
    newest: [],
    since: end,
    revision: '',
    followers: 0,
    wakes: new Set(),
  };
  feeds.set(chain, feed);
  feed.followers += 1;
  pollSoon();
  return {
    after: (from) => factsOf(feed, from),
    news: (from, milliseconds, signal) =>
      isAsFar(from, feed.end) ? wakened(feed, milliseconds, signal) : Promise.resolve(),
    leave() {
      feed.followers -= 1;
      if (feed.followers === 0) feeds.delete(chain);
    },
  };
}

/** Those who are not far behind get what was read for all. */
async function factsOf(feed: Feed, from: Reached): Promise<Found> {
  const { end, newest, since, revision } = feed;
  if (isAsFar(from, end)) return { facts: [], reached: from, revision };
  if (isAsFar(from, since)) {
    return { facts: newest.filter((fact) => !isRead(fact, from)), reached: end, revision };
  }
  const { facts, reached } = await factsAfter(from, FOR_ONE);
  return { facts, reached, revision: await accessRevision() };
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
  for (;;) {
    const since = feed.end;
    const { facts, reached, isCut } = await factsAfter(since, AT_ONCE);
    if (isAsFar(since, reached)) return;
    const revision = await accessRevision();
    Object.assign(feed, { newest: facts, since, revision, end: reached });
    for (const wake of feed.wakes) wake();
    if (!isCut) return;
  }
}

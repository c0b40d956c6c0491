/**
 * The events of an organization in all tabs of a browser, over one connection: one tab has it, and passes on
 * what it hears. A browser has few connections to a server.
 */

/** The part of an event that says what may look different. */
export interface LiveEvent {
  type: string;
  subject: string;
  group: string;
}

export type Heard =
  | { kind: 'event'; event: LiveEvent; id: string }
  /** Some events are missing. */
  | { kind: 'reset' }
  | { kind: 'open' }
  | { kind: 'broken' };

type Hear = (heard: Heard) => void;

const WATCH = '/iam/v2beta1/events:watch';

/** The first and the longest wait after an answer that the browser does not try again by itself. */
const WAITS_MS = [3_000, 300_000] as const;

/** How often a tab looks at the clock. If that stood still for long, the machine slept. */
const TICK_MS = 10_000;
const SLEPT_MS = 30_000;

/** Events that the tab with the connection keeps for tabs that open later. */
const KEPT = 200;

/** What tabs say to each other. */
type Said = Heard | { kind: 'hello'; after: string };

/**
 * @param root the uid of the root group.
 * @param after the event to continue after; '' for the next one.
 * @returns ends it.
 */
export function listen({ root, after }: { root: string; after: string }, hear: Hear): () => void {
  const name = `events of ${root}`;
  const channel = new BroadcastChannel(name);
  const end = new AbortController();
  const { signal } = end;
  const kept: Extract<Heard, { kind: 'event' }>[] = [];
  let last = after;
  let isFollowing = false;
  const note: Hear = (heard) => {
    isFollowing = true;
    if (heard.kind !== 'event') return hear(heard);
    if (heard.id <= last) return;
    last = heard.id;
    hear(heard);
  };
  const say = (said: Said) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(said);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind !== 'hello') note(data);
    else for (const heard of kept.filter(({ id }) => id > data.after)) say(heard);
  });
  const lead = () => {
    // Between two tabs something may have happened.
    if (isFollowing && last === '') hear({ kind: 'reset' });
    connect(
      root,
      () => last,
      signal,
      (heard) => {
        if (heard.kind === 'event') kept.push(heard);
        if (kept.length > KEPT) kept.shift();
        say(heard);
        note(heard);
      },
    );
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  if (after !== '') say({ kind: 'hello', after });
  // Pages without TLS have no locks: each tab has a connection then.
  if ('locks' in navigator) navigator.locks.request(name, { signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    end.abort();
    channel.close();
  };
}

/** @param after the event to continue after; '' for the next one. */
function connect(root: string, after: () => string, signal: AbortSignal, hear: Hear): void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wait: number = WAITS_MS[0];
  let seen = Date.now();
  const open = () => {
    clearTimeout(again);
    source?.close();
    const query = new URLSearchParams({ group_uid: root, ...(after() && { after: after() }) });
    const opened = new EventSource(`${WATCH}?${query}`);
    source = opened;
    opened.addEventListener('open', () => {
      wait = WAITS_MS[0];
      hear({ kind: 'open' });
    });
    opened.addEventListener('message', ({ data, lastEventId: id }: MessageEvent<string>) =>
      hear({ kind: 'event', event: eventIn(data), id }),
    );
    opened.addEventListener('reset', () => hear({ kind: 'reset' }));
    opened.addEventListener('error', () => {
      hear({ kind: 'broken' });
      // The browser tries again by itself, unless the answer was a refusal.
      if (opened.readyState !== EventSource.CLOSED) return;
      again = setTimeout(open, wait);
      wait = Math.min(wait * 2, WAITS_MS[1]);
    });
  };
  const tick = setInterval(() => {
    const slept = Date.now() - seen;
    seen = Date.now();
    // A connection that broke meanwhile looks open.
    if (slept > SLEPT_MS) open();
  }, TICK_MS);
  addEventListener('online', open, { signal });
  signal.addEventListener('abort', () => {
    clearInterval(tick);
    clearTimeout(again);
    source?.close();
  });
  open();
}

/** @param text a CloudEvent. */
function eventIn(text: string): LiveEvent {
  const { type, subject, group } = (JSON.parse(text) as { data: LiveEvent }).data;
  return { type, subject, group };
}

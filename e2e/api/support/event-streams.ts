/** Streams of events as a plain client reads them. */
import { grove } from '../fixtures.ts';
import type { Json } from './test-grove.ts';

export const WATCH = '/iam/v2beta1/events:watch';

export interface StreamOptions {
  token?: string;
  headers?: Record<string, string>;
  after?: string;
}

export interface EventStream {
  status: number;
  headers: Headers;
  /** The next block of the stream; null at its end. */
  block(): Promise<string | null>;
  /** The next block with data, as `event` and JSON; null at its end. */
  next(): Promise<{ name: string; id: string; data: Json } | null>;
  close(): Promise<void>;
}

const open = new Set<EventStream>();

/** @param group its uid. */
export async function watch(
  group: string,
  { token, headers, after }: StreamOptions,
): Promise<EventStream> {
  const query = new URLSearchParams({ group_uid: group, ...(after !== undefined && { after }) });
  const response = await fetch(`${grove.url}${WATCH}?${query.toString()}`, {
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  const stream = reading(response);
  open.add(stream);
  return stream;
}

function reading({ status, headers, body }: Response): EventStream {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  async function block(): Promise<string | null> {
    while (!rest.includes('\n\n')) {
      const read = await reader?.read().catch(() => undefined);
      if (read?.value === undefined) return null;
      rest += read.value;
    }
    const end = rest.indexOf('\n\n');
    const text = rest.slice(0, end);
    rest = rest.slice(end + 2);
    return text;
  }
  return {
    status,
    headers,
    block,
    async next() {
      for (let text = await block(); text !== null; text = await block()) {
        const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
        const data = of('data');
        if (data === undefined) continue;
        return {
          name: of('event') ?? 'message',
          id: of('id') ?? '',
          data: JSON.parse(data) as Json,
        };
      }
      return null;
    },
    close: async () => reader?.cancel(),
  };
}

/** Ends what a test has left open. */
export async function closeStreams(): Promise<void> {
  for (const stream of open) await stream.close().catch(() => undefined);
  open.clear();
}

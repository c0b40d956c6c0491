import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bytesOf, chunksOf } from './bodies.ts';

const LIMITS = { bytes: 4, milliseconds: 60_000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A request whose body is written by hand, and what has become of it. */
function begun(headers: Record<string, string> = {}) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const options = { method: 'POST', headers, body: readable, duplex: 'half' } as const;
  const received = bytesOf(new Request('http://localhost/', options), LIMITS).then(
    (whole) => whole.toString(),
    (error: Error) => error.message,
  );
  return { writer: writable.getWriter(), received };
}

const bytes = (text: string) => new TextEncoder().encode(text);

it('a body may take its whole time, and no longer', async () => {
  const inTime = begun();
  await inTime.writer.write(bytes('{'));
  await vi.advanceTimersByTimeAsync(LIMITS.milliseconds - 1);
  void inTime.writer.write(bytes('}'));
  void inTime.writer.close();
  expect(await inTime.received).toBe('{}');

  const late = begun();
  await late.writer.write(bytes('{'));
  await vi.advanceTimersByTimeAsync(LIMITS.milliseconds);
  expect(await late.received).toBe('Invalid argument: body: took too long to arrive');
});

it('has at most the bytes of its limit, and its sender notices', async () => {
  const full = begun();
  void full.writer.write(bytes('full'));
  void full.writer.close();
  expect(await full.received).toBe('full');

  const large = begun();
  const writes = ['full', '!', 'more'].map((text) => large.writer.write(bytes(text)));
  expect(await large.received).toBe('Invalid argument: body: must be at most 4 bytes');
  expect((await Promise.allSettled(writes)).at(-1)?.status).toBe('rejected');
});

it('is refused unread if it announces too much', async () => {
  const { received } = begun({ 'content-length': '5' });
  expect(await received).toBe('Invalid argument: body: must be at most 4 bytes');
});

it('is not taken for whole if it ends early', async () => {
  const { writer, received } = begun();
  await writer.write(bytes('{'));
  await writer.abort(new Error('gone'));
  expect(await received).toBe('Invalid argument: body: ended early');
});

it('may fail before it is late, while nobody reads it', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const options = { method: 'POST', body: readable, duplex: 'half' } as const;
  const chunks = chunksOf(new Request('http://localhost/', options), LIMITS);
  const writer = writable.getWriter();
  void writer.write(bytes('{'));
  await chunks.next();
  await writer.abort(new Error('gone'));
  // A rejection that nobody handles would end the process.
  await vi.advanceTimersByTimeAsync(LIMITS.milliseconds);
  await expect(chunks.next()).rejects.toThrow('ended early');
});

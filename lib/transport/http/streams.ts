/** Responses that are sent while they are produced. */
import { ReadableStream } from 'node:stream/web';

const streamed = new WeakSet<Response>();

export function streamedResponse(
  chunks: AsyncIterable<Uint8Array>,
  headers: HeadersInit,
): Response {
  const response = new Response(ReadableStream.from(chunks) as BodyInit, { headers });
  streamed.add(response);
  return response;
}

/** The same, and calls `leave` once it has ended, even if nobody has begun it. */
export function leaving<T>(stream: AsyncGenerator<T>, leave: () => void): AsyncIterable<T> {
  const iterator: AsyncIterator<T> = {
    async next() {
      const result = await stream.next();
      if (result.done === true) leave();
      return result;
    },
    return(value) {
      leave();
      return stream.return(value);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** The response to a HEAD: what would produce the body ends. */
export async function withoutStream(response: Response): Promise<Response> {
  await response.body?.cancel();
  const { status, headers } = response;
  const empty = new Response(null, { status, headers });
  streamed.add(empty);
  return empty;
}

export function isStreamed(response: Response): boolean {
  return streamed.has(response);
}

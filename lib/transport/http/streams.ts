/** Responses that are sent while they are produced. */
const streamed = new WeakSet<Response>();

export function streamedResponse(
  chunks: AsyncIterable<Uint8Array>,
  headers: HeadersInit,
): Response {
  const iterator = chunks[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  const response = new Response(body, { headers });
  streamed.add(response);
  return response;
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

/**
 * The first pieces of a stream, and the whole stream with them.
 *
 * @param isEnough is asked after each piece.
 */
export async function beginningOf<T>(stream: AsyncIterable<T>, isEnough: (piece: T) => boolean) {
  const rest = stream[Symbol.asyncIterator]();
  const seen: T[] = [];
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    seen.push(next.value);
    if (isEnough(next.value)) break;
  }
  async function* whole(): AsyncGenerator<T> {
    try {
      yield* seen;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
        yield next.value;
      }
    } finally {
      await rest.return?.();
    }
  }
  return { seen, whole: whole() };
}

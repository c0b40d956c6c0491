/** Work in parts, between which other requests have their turn. */
import { setImmediate } from 'node:timers/promises';

/** How long others wait for a part, in milliseconds. */
const PART_MS = 4;

/** The items in their order, so many at a time. Others have their turn between two parts. */
export async function* partsOf<T>(items: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await setImmediate();
    yield items.slice(at, at + size);
  }
}

/** The results for the items, in their order. */
export async function mapInParts<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let end = performance.now() + PART_MS;
  for (const item of items) {
    if (performance.now() >= end) {
      await setImmediate();
      end = performance.now() + PART_MS;
    }
    results.push(map(item));
  }
  return results;
}

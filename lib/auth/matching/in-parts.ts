/** Long comparisons in parts, so that others have their turn in between. */
import { setImmediate as turn } from 'node:timers/promises';

/** How long others wait for a part of the work, in milliseconds. */
const PART_MS = 4;

export async function filterInParts<T>(
  items: readonly T[],
  holds: (one: T) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  let end = performance.now() + PART_MS;
  for (const one of items) {
    if (holds(one)) found.push(one);
    if (performance.now() < end) continue;
    await turn();
    end = performance.now() + PART_MS;
  }
  return found;
}

/**
 * Long comparisons in parts. Requests have their turn between any two parts, and organizations
 * take turns with each other, however many comparisons each of them causes.
 */

/** How long others wait for a part of the work, in milliseconds. */
const PART_MS = 4;

type Resume = () => void;

/** Those who wait for a turn, by organization. The first of them is next. */
const waiting = new Map<string, Resume[]>();
let isPlanned = false;

/** @param of names the organization. */
function turn(of: string): Promise<void> {
  return new Promise((resume) => {
    waiting.set(of, [...(waiting.get(of) ?? []), resume]);
    plan();
  });
}

function plan(): void {
  if (isPlanned || waiting.size === 0) return;
  isPlanned = true;
  setImmediate(resumeNext);
}

function resumeNext(): void {
  isPlanned = false;
  const [of, [resume, ...later]] = [...waiting][0] ?? ['', []];
  waiting.delete(of);
  if (later.length > 0) waiting.set(of, later);
  resume?.();
  plan();
}

/**
 * The items that hold.
 *
 * @param of names the organization that causes the work.
 */
export async function filterInParts<T>(
  items: readonly T[],
  holds: (one: T) => boolean,
  of: string,
): Promise<T[]> {
  const found: T[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of items) {
    if (performance.now() >= end) {
      await turn(of);
      end = performance.now() + PART_MS;
    }
    if (holds(one)) found.push(one);
  }
  return found;
}

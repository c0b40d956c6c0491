/**
 * Long comparisons in parts. Requests have their turn between any two parts, and organizations
 * take turns with each other, however many comparisons each of them causes.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { byAge, type Aged } from '#lib/auth/matching/named-since.ts';

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

/**
 * The identities that hold. The oldest of an organization come first, so that one that somebody adds
 * later never takes the steps of another. Once the steps are spent, the rest does not match.
 */
export async function filterByOrganization<T extends Aged>(
  identities: readonly T[],
  holds: (one: T, steps: Steps) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  for (const [root, own] of Map.groupBy(identities, ({ uid }) => rootUid(uid))) {
    const steps = new Steps();
    const oldest = own.toSorted(byAge);
    found.push(...(await filterInParts(oldest, (one) => holds(one, steps), root)));
  }
  return found;
}

/**
 * What one organization may cause in each stage of looking up a caller. Matching takes a second
 * for that at worst, and rarely more than a hundredth of it.
 */
const MAX_STEPS = 1_000_000;

/** What comparisons may cost: a step is an instruction of a program for a character of a text. */
export class Steps {
  #left: number;

  constructor(most = MAX_STEPS) {
    this.#left = most;
  }

  /** Spends the steps, if as many are left. Returns whether they were. */
  take(steps: number): boolean {
    if (steps > this.#left) return false;
    this.#left -= steps;
    return true;
  }
}

/**
 * Long comparisons in parts. Requests have their turn between any two parts, and shares take turns
 * with each other, however many comparisons each of them causes.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { byAge, type Aged } from '#lib/auth/matching/named-since.ts';

/** How long others wait for a part of the work, in milliseconds. */
const PART_MS = 4;

type Resume = () => void;

/** Those who wait for a turn, by share. The first of them is next. */
const waiting = new Map<string, Resume[]>();
let isPlanned = false;

const waitingIn = (share: string) => waiting.get(share)?.length ?? 0;

/**
 * @param shares the shares that the work is for. The one with the fewest waiting gives the turn.
 */
function turn(shares: readonly string[]): Promise<void> {
  return new Promise((resume) => {
    const of = shares.reduce((best, one) => (waitingIn(one) < waitingIn(best) ? one : best));
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
 * The items for which `holds` is true.
 *
 * @param shares the shares that the work is for, at least one.
 */
export async function filterInParts<T>(
  items: readonly T[],
  holds: (one: T) => boolean,
  shares: readonly string[],
): Promise<T[]> {
  const found: T[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of items) {
    if (performance.now() >= end) {
      await turn(shares);
      end = performance.now() + PART_MS;
    }
    if (holds(one)) found.push(one);
  }
  return found;
}

/** Whose identities are compared, and for whom. */
interface ByShare {
  /** The shares of the root groups of the identities. */
  shares: ReadonlyMap<string, string>;
  /**
   * The shares that the work is for, which come first. If there are none, the work is for the organizations of
   * the identities, so that tokens of nobody's identity wait only for each other.
   */
  first: readonly string[];
}

/**
 * The identities for which `holds` is true. The oldest identities of a share come first, so that an identity that
 * somebody adds later never uses the steps of an older one. Once the steps are spent, the others do not match.
 */
export async function filterByShare<T extends Aged>(
  identities: readonly T[],
  holds: (one: T, steps: Steps) => boolean,
  { shares, first }: ByShare,
): Promise<T[]> {
  const byShare = Map.groupBy(identities, ({ uid }) => shares.get(rootUid(uid)) ?? rootUid(uid));
  const found: T[] = [];
  for (const share of new Set([...first, ...byShare.keys()])) {
    const steps = new Steps();
    const oldest = (byShare.get(share) ?? []).toSorted(byAge);
    const of = first.length === 0 ? [share] : first;
    found.push(...(await filterInParts(oldest, (one) => holds(one, steps), of)));
  }
  return found;
}

/**
 * The steps that one share may use in each stage of looking up a caller. They take a second at
 * worst, and rarely more than 10 ms.
 */
const MAX_STEPS = 1_000_000;

/**
 * A budget for comparisons. A step is one instruction of a compiled pattern, run on one character
 * of a text.
 */
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

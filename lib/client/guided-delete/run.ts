/** Deletes what was planned, some at once, and tells how far it is and what stays. */
import type { Doomed, Unit } from '#lib/client/guided-delete/plan.ts';

export interface Failure {
  item: Doomed;
  why: string;
}

export interface RunProgress {
  /** How many are gone. */
  gone: number;
  failures: readonly Failure[];
  /** Groups that were not tried, for something in them stays. */
  kept: number;
}

export interface RunOptions {
  units: readonly Unit[];
  /** Deletes one; for one that is gone already that is no error. */
  remove: (item: Doomed) => Promise<void>;
  reasonOf: (error: unknown) => string;
  /** Whether after this error nothing else would work either. */
  isFatal: (error: unknown) => boolean;
  onProgress: (progress: RunProgress) => void;
  /** Nothing is begun any more once it is aborted; what was begun is finished. */
  signal: AbortSignal;
}

/* Enough to keep the server busy, few enough to leave it to others. */
export const AT_ONCE = 4;

/** Lets so many through at a time, in the order in which they come. */
function turnstile(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  let next = 0;
  return async (work: () => Promise<boolean>): Promise<boolean> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const following = waiting[next];
      if (following) next += 1;
      else free += 1;
      following?.();
    }
  };
}

/**
 * A group goes after all below it and all that it holds. Where something fails, the rest goes on,
 * but the groups above it stay.
 *
 * @param units the deepest first, as they are planned.
 * @throws the first error after which nothing else would work.
 */
export async function runDeletion(options: RunOptions): Promise<RunProgress> {
  const { units, signal } = options;
  const failures: Failure[] = [];
  let gone = 0;
  let kept = 0;
  let fatal: { error: unknown } | null = null;
  const enter = turnstile(AT_ONCE);
  const tell = () => options.onProgress({ gone, failures, kept });

  const removeOne = (item: Doomed) =>
    enter(async () => {
      if (signal.aborted || fatal) return false;
      try {
        await options.remove(item);
        gone += 1;
      } catch (error) {
        if (options.isFatal(error)) {
          fatal ??= { error };
          return false;
        }
        failures.push({ item, why: options.reasonOf(error) });
        tell();
        return false;
      }
      tell();
      return true;
    });

  const below = new Map<string, Promise<boolean>[]>();
  const removeUnit = async ({ group, stages }: Unit): Promise<boolean> => {
    const children = await Promise.all(below.get(group.uid) ?? []);
    let isEmpty = children.every(Boolean);
    for (const stage of stages) {
      const results = await Promise.all(stage.map(removeOne));
      isEmpty &&= results.every(Boolean);
    }
    if (isEmpty) return removeOne(group);
    if (!signal.aborted && !fatal) {
      kept += 1;
      tell();
    }
    return false;
  };
  const all = units.map((unit) => {
    const result = removeUnit(unit);
    const parent = unit.group.uid.slice(0, unit.group.uid.lastIndexOf('/'));
    const beside = below.get(parent);
    if (beside) beside.push(result);
    else below.set(parent, [result]);
    return result;
  });
  await Promise.all(all);
  // A function may have set it, which the compiler does not see.
  const ended = fatal as { error: unknown } | null;
  if (ended) throw ended.error;
  return { gone, failures, kept };
}

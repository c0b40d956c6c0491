/** Deletes the planned resources, several at once, and reports progress and failures. */
import type { Doomed, Unit } from '#lib/client/guided-delete/plan.ts';

export interface Failure {
  item: Doomed;
  why: string;
}

/** How far the deletion of a group has come. `gone` counts deleted resources. */
export interface RunProgress {
  gone: number;
  failures: readonly Failure[];
  /** Groups that were not tried because something in them could not be deleted. */
  kept: number;
}

export interface RunOptions {
  units: readonly Unit[];
  /** Deletes one resource. An already deleted one is not an error. */
  remove: (item: Doomed) => Promise<void>;
  reasonOf: (error: unknown) => string;
  /** Whether every further request would fail after this error. */
  isFatal: (error: unknown) => boolean;
  onProgress: (progress: RunProgress) => void;
  /** After an abort nothing new starts; running requests finish. */
  signal: AbortSignal;
}

/** Enough to keep the server busy, few enough to leave capacity for others. */
export const AT_ONCE = 4;

/** Limits the number of concurrent tasks; others wait in order. */
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
 * Deletes a group after all groups below it and its contents. After a failure the rest continues,
 * but the groups above the failed resource are kept.
 *
 * @param units in the order of the plan, the deepest first.
 * @throws the first error after which every further request would fail.
 */
export async function runDeletion(options: RunOptions): Promise<RunProgress> {
  const { units, signal } = options;
  const failures: Failure[] = [];
  let gone = 0;
  let kept = 0;
  let fatal: { error: unknown } | null = null;
  const enter = turnstile(AT_ONCE);
  const report = () => options.onProgress({ gone, failures, kept });

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
        report();
        return false;
      }
      report();
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
      report();
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
  // The compiler does not see that a callback may have set it.
  const ended = fatal as { error: unknown } | null;
  if (ended) throw ended.error;
  return { gone, failures, kept };
}

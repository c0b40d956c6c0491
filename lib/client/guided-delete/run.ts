/** Deletes the planned resources, several at once, and reports progress and failures. */
import type { Doomed, Unit } from '#lib/client/guided-delete/plan.ts';
import { parentUid } from '#lib/client/paths.ts';
import { Semaphore } from '#lib/semaphore.ts';

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

/**
 * Deletes a group after all groups below it and its contents. After a failure the rest continues,
 * but the groups above the failed resource are kept.
 *
 * @param units in the order of the plan, the deepest first.
 * @throws the first error after which every further request would fail.
 */
export async function runDeletion({
  units,
  remove,
  reasonOf,
  isFatal,
  onProgress,
  signal,
}: RunOptions): Promise<RunProgress> {
  const failures: Failure[] = [];
  let gone = 0;
  let kept = 0;
  const fatal = new AbortController();
  const places = new Semaphore(AT_ONCE);
  const isOver = () => signal.aborted || fatal.signal.aborted;
  const report = () => onProgress({ gone, failures, kept });

  const removeOne = async (item: Doomed): Promise<boolean> => {
    const leave = await places.take();
    try {
      if (isOver()) return false;
      await remove(item);
      gone += 1;
      report();
      return true;
    } catch (error) {
      if (isFatal(error)) {
        fatal.abort(error);
        return false;
      }
      failures.push({ item, why: reasonOf(error) });
      report();
      return false;
    } finally {
      leave();
    }
  };

  const inGroup = Map.groupBy(units, ({ group }) => parentUid(group.uid));
  const results = new Map<string, Promise<boolean>>();
  const removeUnit = async ({ group, stages }: Unit): Promise<boolean> => {
    const units = inGroup.get(group.uid) ?? [];
    const below = units.flatMap((unit) => results.get(unit.group.uid) ?? []);
    let isEmpty = (await Promise.all(below)).every(Boolean);
    for (const stage of stages) {
      const removed = await Promise.all(stage.map(removeOne));
      isEmpty &&= removed.every(Boolean);
    }
    if (isEmpty) return removeOne(group);
    if (!isOver()) {
      kept += 1;
      report();
    }
    return false;
  };
  for (const unit of units) results.set(unit.group.uid, removeUnit(unit));
  await Promise.all(results.values());
  fatal.signal.throwIfAborted();
  return { gone, failures, kept };
}

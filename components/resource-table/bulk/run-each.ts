import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { isUnconfirmed } from '#lib/client/api.ts';

export interface Task {
  id: string;
  name: string;
  run: () => Promise<unknown>;
}

/** The outcome of tasks, so far. */
export interface Outcome {
  /** The ids of the tasks that succeeded. */
  finished: readonly string[];
  failures: readonly { id: string; name: string; why: string }[];
}

export const NOTHING_YET: Outcome = { finished: [], failures: [] };

/* The number of parallel tasks: enough to keep the server busy, few enough for other people. */
const AT_ONCE = 4;

/**
 * Runs tasks, a few at once. The others continue after a failure, unless the person declined to confirm
 * the sign-in: every task would ask again.
 */
export async function runEach(
  tasks: readonly Task[],
  onOutcome: (outcome: Outcome) => void = () => {},
  isStopped: () => boolean = () => false,
): Promise<Outcome> {
  const waiting = [...tasks];
  let outcome = NOTHING_YET;
  let unconfirmed: unknown = null;
  const reasonAfter = async (run: Task['run']): Promise<string | null> => {
    try {
      if (unconfirmed) throw unconfirmed;
      await run();
      return null;
    } catch (error) {
      if (isUnconfirmed(error)) unconfirmed = error;
      const [violation] = Object.values(violationsOf(error));
      return violation ?? problemOf(error).why;
    }
  };
  const work = async () => {
    for (let task = waiting.shift(); task && !isStopped(); task = waiting.shift()) {
      const { id, name, run } = task;
      const why = await reasonAfter(run);
      const { finished, failures } = outcome;
      outcome =
        why === null
          ? { finished: [...finished, id], failures }
          : { finished, failures: [...failures, { id, name, why }] };
      onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcome;
}

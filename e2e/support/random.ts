/**
 * Random cases. A failure prints its seed; `SEED=…` repeats it, and `TEST_RUNS=10` takes ten times as
 * many runs of everything random.
 */
import fc from 'fast-check';
import type { IAsyncProperty, Parameters } from 'fast-check';

const { SEED = '', TEST_RUNS = '1' } = process.env;

/** The maximum number of repetitions of a series until it has rare cases. */
const MOST_SERIES = 40;

/** The number of runs of a random test. */
export const runs = (few: number): number => few * Number(TEST_RUNS);

/** The parameters of `fc.assert` and `fc.sample`. */
export function randomly<T = unknown>(few: number): Parameters<T> {
  return {
    numRuns: runs(few),
    endOnFailure: true,
    ...(SEED !== '' && { seed: Number(SEED) }),
  };
}

/** Repeats the runs until all required cases occurred, because few runs may miss rare cases. */
export async function assertUntil<T>(
  property: IAsyncProperty<T>,
  parameters: Parameters<T>,
  hasMetAll: () => boolean,
): Promise<void> {
  await fc.assert(property, parameters);
  const { seed: _, ...others } = parameters;
  for (let series = 1; series < MOST_SERIES && !hasMetAll(); series += 1) {
    await fc.assert(property, others);
  }
}

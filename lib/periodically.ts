import { logError } from './log.ts';

/**
 * Does a job again and again, never twice at a time. A failure is only logged.
 *
 * @returns ends it: aborts the signal of the job under way, and waits for its end.
 */
export function periodically(
  milliseconds: number,
  problem: string,
  job: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stop = new AbortController();
  let work: Promise<void> | null = null;
  const timer = setInterval(() => {
    work ??= job(stop.signal)
      .catch((error: unknown) => logError(problem, error))
      .finally(() => {
        work = null;
      });
  }, milliseconds).unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await work;
  };
}

import { problemOf } from '#components/frame/problem.ts';
import { ApiRequestError } from '#lib/client/api.ts';

/** Why no link was asked for. A wait can be most of an hour, too long for a countdown of seconds. */
export function linkProblem(error: unknown): string {
  const seconds =
    error instanceof ApiRequestError ? error.metadata['retryAfterSeconds'] : undefined;
  if (seconds === undefined) return problemOf(error).why;
  const minutes = Math.ceil(Number(seconds) / 60);
  return `A link was asked for too often. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

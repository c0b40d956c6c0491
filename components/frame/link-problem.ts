import { problemOf } from '#components/frame/problem.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { counted } from '#lib/client/counted.ts';

const EXPIRED = ['VERIFICATION_EXPIRED', 'CHANGE_EXPIRED'];

/** Says why no link was sent, or why the opened link does not work. A wait can be most of an hour, so the text has no countdown. */
export function linkProblem(error: unknown): string {
  if (!(error instanceof ApiRequestError)) return problemOf(error).why;
  const { violations, preconditions, metadata } = error;
  if (preconditions.some(({ type }) => EXPIRED.includes(type))) {
    return 'The link has expired. Ask for another one.';
  }
  if (violations['code'] !== undefined) {
    return 'The link is for another account, or something has changed since it was sent. Ask for another one.';
  }
  const seconds = metadata['retryAfterSeconds'];
  if (seconds === undefined) return problemOf(error).why;
  const minutes = Math.ceil(Number(seconds) / 60);
  return `Too many links were requested. Try again in ${counted(minutes, ['minute', 'minutes'])}.`;
}

/** The errors for statements that the database does not execute. */
import { ApiError, tryAgain } from '#lib/aip/errors.ts';

/** While it cannot. */
export const unavailable = (why = 'is busy'): ApiError =>
  tryAgain('UNAVAILABLE', `the database ${why}; try again`, 1);

export function tooSlow(milliseconds: number): ApiError {
  const text = `the search took longer than ${milliseconds / 1_000} s; narrow it down`;
  return new ApiError('DEADLINE_EXCEEDED', text);
}

/** Too many others are asked for at the same time. */
export const tooMany = (): ApiError =>
  tryAgain('UNAVAILABLE', 'there are too many long searches at the moment; try again', 1);

/** The errors for statements that the database does not execute. */
import { ApiError } from '#lib/aip/errors.ts';

/** While it cannot. */
export function unavailable(why = 'is busy'): ApiError {
  return new ApiError('UNAVAILABLE', `the database ${why}; try again`, {
    headers: { 'retry-after': '1' },
  });
}

export function tooSlow(milliseconds: number): ApiError {
  const text = `the search took longer than ${milliseconds / 1_000} s; narrow it down`;
  return new ApiError('DEADLINE_EXCEEDED', text);
}

/** Too many others are asked for at the same time. */
export function tooMany(): ApiError {
  return new ApiError('UNAVAILABLE', 'there are too many long searches at the moment; try again', {
    headers: { 'retry-after': '1' },
  });
}

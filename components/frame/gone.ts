import { ApiRequestError } from '#lib/client/api.ts';

/** Whether a group could not be read because it is gone or hidden from the caller. */
export const isGone = (error: unknown): error is ApiRequestError =>
  error instanceof ApiRequestError &&
  error.preconditions.length === 0 &&
  // 400: the text in the address is not a uid.
  [400, 403, 404].includes(error.httpStatus);

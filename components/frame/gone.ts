import { ApiRequestError } from '#lib/client/api.ts';

/** Whether the group itself is the reason, and not what it takes to read it. */
export const isGone = (error: unknown): error is ApiRequestError =>
  error instanceof ApiRequestError &&
  error.preconditions.length === 0 &&
  // 400: the address has no uid.
  [400, 403, 404].includes(error.httpStatus);

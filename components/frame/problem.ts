import { ApiRequestError } from '#lib/client/api.ts';
import type { Violations } from '#lib/client/resources/checks.ts';

/** The parts of an error for an ErrorPanel. */
export interface Problem {
  why: string;
  remedy?: string;
  requestId?: string | null;
}

/** The cause and remedy for any error that a request can end with. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiRequestError) {
    const { message, requestId, httpStatus } = error;
    return {
      why: message,
      requestId,
      ...(httpStatus >= 500 && {
        remedy: 'If it happens again, give the request id to your administrator.',
      }),
    };
  }
  return {
    why: 'The server could not be reached.',
    remedy: 'Check your connection, then try again.',
  };
}

/** The problems by field path; empty if the error names no fields. */
export function violationsOf(error: unknown): Violations {
  return error instanceof ApiRequestError ? error.violations : {};
}

import { ApiRequestError } from '#lib/client/api.ts';

/** An error as an ErrorPanel tells it. */
export interface Problem {
  why: string;
  remedy?: string;
  requestId?: string | null;
}

/** Why something failed and what to do, from any error that a request can end with. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiRequestError) {
    const { message, requestId, httpStatus } = error;
    return {
      why: message,
      requestId,
      ...(httpStatus >= 500 && {
        remedy: 'If it happens again, give the request id to whoever runs this installation.',
      }),
    };
  }
  return {
    why: 'The server could not be reached.',
    remedy: 'Check your connection, then try again.',
  };
}

/** What is wrong by field, empty when the error names no fields. */
export function violationsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiRequestError ? error.violations : {};
}

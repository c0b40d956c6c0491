import { createElement, lazy, type ReactNode, Suspense } from 'react';
import { ApiRequestError, isSignedOut, isUnconfirmed } from '#lib/client/api.ts';
import type { Violations } from '#lib/client/resources/checks.ts';
import { unmetOf } from '#lib/client/unmet.ts';

/* Loaded on demand, because few people have unmet policies. */
const WaysOut = lazy(() => import('#components/frame/ways-out.tsx'));

/** The parts of an error for an ErrorPanel. */
export interface Problem {
  why: string;
  remedy?: ReactNode;
  requestId?: string | null;
}

/** Raised by a form itself, before it sends anything. */
export class OwnProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.why);
    this.problem = problem;
  }
}

/** The cause and remedy for any error that a request can end with. */
export function problemOf(error: unknown): Problem {
  if (isUnconfirmed(error)) {
    return {
      why: 'You did not confirm that it is you, so nothing has changed.',
      remedy: 'Try again, and confirm it when you are asked.',
    };
  }
  if (error instanceof OwnProblem) return error.problem;
  if (isSignedOut(error)) {
    return {
      why: 'Your session has ended.',
      remedy: 'Try again, and sign in when you are asked.',
    };
  }
  if (error instanceof ApiRequestError) {
    const { message, requestId, httpStatus, preconditions } = error;
    const unmet = unmetOf(
      preconditions.map(({ type, subject = '' }) => ({ type, groupUid: subject })),
    );
    if (unmet.length > 0) {
      const ways = createElement(WaysOut, { unmet });
      return { why: message, remedy: createElement(Suspense, { fallback: null }, ways) };
    }
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

/** The problems by field path, including preconditions whose subject is a field. */
export function fieldProblemsOf(error: unknown): Violations {
  if (!(error instanceof ApiRequestError)) return {};
  const named = error.preconditions.map(({ subject = '', description }) => [subject, description]);
  return { ...Object.fromEntries(named), ...error.violations };
}

/** Signals that end work early. */
import { isApiError } from '#lib/aip/errors.ts';

/** One signal for a deadline and for whoever asked, who need not have one. */
export const eitherSignal = (deadline: AbortSignal, signal: AbortSignal | undefined): AbortSignal =>
  signal === undefined ? deadline : AbortSignal.any([deadline, signal]);

/** With which Next.js ends the request of a client that has disconnected. */
export const isResponseAborted = (reason: unknown): boolean =>
  reason instanceof Error && reason.name === 'ResponseAborted';

/** Whether a signal says that nobody waits any longer: the client disconnected, or the server stops. */
export const hasLeft = (reason: unknown): boolean =>
  isApiError(reason) ||
  isResponseAborted(reason) ||
  (reason instanceof Error && reason.name === 'AbortError');

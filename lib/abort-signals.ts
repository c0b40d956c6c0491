/** Signals that end work early. */
import { isApiError } from '#lib/aip/errors.ts';

/** One signal for a deadline and for whoever asked, who need not have one. */
export const eitherSignal = (deadline: AbortSignal, signal: AbortSignal | undefined): AbortSignal =>
  signal === undefined ? deadline : AbortSignal.any([deadline, signal]);

/**
 * Whether nobody waits any longer: the client disconnected, or the server stops. Node.js and Next.js have
 * names of their own for it.
 */
export const hasLeft = (reason: unknown): boolean =>
  isApiError(reason) ||
  (reason instanceof Error && ['AbortError', 'ResponseAborted'].includes(reason.name));

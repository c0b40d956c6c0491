/** Limits how often a caller has Grove connect to an address of their choice. */
import { tryAgain } from '#lib/aip/errors.ts';
import { TokenBuckets } from '#lib/limits/token-buckets.ts';
import type { Call } from '#lib/service/calls/call.ts';

/** Of each caller: enough to configure an address, too few to scan for open ports. */
const RATE = { quota: 20, windowSeconds: 60 };
const MAX_CALLERS = 1_000;

const shared = globalThis as typeof globalThis & { groveConnectionTests?: TokenBuckets };

/** @throws ApiError RESOURCE_EXHAUSTED with `retry-after`, in seconds, at more than {@link RATE}. */
export function countConnectionTest({ principal }: Call): void {
  const tests = (shared.groveConnectionTests ??= new TokenBuckets(RATE, MAX_CALLERS));
  const caller = `${principal.issuer} ${principal.subject}`;
  const { allowed, retrySeconds: seconds } = tests.take(caller, performance.now());
  if (allowed) return;
  throw tryAgain('RESOURCE_EXHAUSTED', `too many tests; try again in ${seconds} s`, seconds);
}

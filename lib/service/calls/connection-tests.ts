/** Limits how often somebody has Grove connect to an address of their choice. */
import { tryAgain } from '#lib/aip/errors.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { TokenBuckets } from '#lib/limits/token-buckets.ts';
import { perProcess } from '#lib/per-process.ts';
import type { Call } from '#lib/service/calls/call.ts';

/** Enough to configure an address, too few to scan for open ports. */
const OF_A_PERSON = { quota: 20, windowSeconds: 60 };
/** Of all people and programs of a share: whoever has an issuer has as many subjects as they like. */
const OF_AN_ORGANIZATION = { quota: 30, windowSeconds: 60 };
const MAX_KEYS = 1_000;

function newTests() {
  return {
    people: new TokenBuckets(OF_A_PERSON, MAX_KEYS),
    organizations: new TokenBuckets(OF_AN_ORGANIZATION, MAX_KEYS),
  };
}

const tests = perProcess('connectionTests', newTests);

/**
 * Counts a test of an address for a group.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after`, in seconds, at more than
 *   {@link OF_A_PERSON} or {@link OF_AN_ORGANIZATION}.
 */
export async function countConnectionTest({ principal }: Call, groupUid: string): Promise<void> {
  const { people, organizations } = tests.value;
  take(people, `${principal.issuer} ${principal.subject}`);
  take(organizations, await shareOf(groupUid));
}

function take(buckets: TokenBuckets, key: string): void {
  const { allowed, retrySeconds: seconds } = buckets.take(key, performance.now());
  if (allowed) return;
  throw tryAgain('RESOURCE_EXHAUSTED', `too many tests; try again in ${seconds} s`, seconds);
}

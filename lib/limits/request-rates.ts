/**
 * Who may send how many requests: one bucket for each caller, issuer and client network. How many
 * organizations are founded: one bucket for each share.
 */
import { tryAgain } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { perProcess } from '#lib/per-process.ts';
import type { Rates, RequestKind } from '#lib/settings/limits.ts';
import { reportSpending } from './cluster-rates.ts';
import { stopRecordBytes } from './record-bytes.ts';
import { TokenBuckets, type Taken } from './token-buckets.ts';

/** How many times a caller's rate networks and issuers have, since they stand for many callers. */
const TIMES_OF_CALLER = { caller: 1, network: 4, issuer: 20 } as const;

export type Scope = keyof typeof TIMES_OF_CALLER;

/** About 2 MB for each kind and scope, whoever asks. */
const MAX_KEYS = 20_000;

const counting = perProcess<ReturnType<typeof newCounting>>('rates');

function countingBy(rates: Rates) {
  const known = counting.value;
  return known?.rates === rates ? known : (counting.value = newCounting(rates));
}

function newCounting(rates: Rates) {
  const limitOf = (scope: Scope, kind: RequestKind) => {
    const { quota, windowSeconds } = rates[kind];
    const rate = { quota: quota * TIMES_OF_CALLER[scope], windowSeconds };
    /** As the header fields name it. */
    const name = `${scope}-${kind === 'signIn' ? 'sign-in' : kind}`;
    const policy = `"${name}";q=${rate.quota};w=${windowSeconds}`;
    return { buckets: new TokenBuckets(rate, MAX_KEYS), name, policy };
  };
  const limitsOf = (scope: Scope) => ({
    read: limitOf(scope, 'read'),
    write: limitOf(scope, 'write'),
    token: limitOf(scope, 'token'),
    signIn: limitOf(scope, 'signIn'),
  });
  const limits = {
    caller: limitsOf('caller'),
    network: limitsOf('network'),
    issuer: limitsOf('issuer'),
  };
  const foundings = { name: 'founding', buckets: new TokenBuckets(rates.found, MAX_KEYS) };
  const all = Object.values(limits).flatMap((ofScope) => Object.values(ofScope));
  return { rates, limits, foundings, stopReports: reportSpending([...all, foundings]) };
}

/** Forgets all counts. Call it before closing the database, which it may write to once more. */
export async function stopCounting(): Promise<void> {
  await Promise.all([counting.value?.stopReports(), stopRecordBytes()]);
  counting.take();
}

/**
 * Counts a request of the kind.
 *
 * @param key of several, the one that has the most left counts.
 * @returns header fields with the remaining quota; none where rate limits are off.
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after` where nothing is left.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/
 */
export function countRequest(
  scope: Scope,
  key: string | readonly string[],
  kind: RequestKind,
): Record<string, string> {
  const { rates } = config();
  if (rates === null) return {};
  const { limits } = countingBy(rates);
  const { buckets, name, policy } = limits[scope][kind];
  const now = performance.now();
  const taken = buckets.take(typeof key === 'string' ? key : buckets.fullest(key, now), now);
  const headers = {
    'ratelimit-policy': policy,
    ratelimit: `"${name}";r=${taken.remaining};t=${taken.resetSeconds}`,
  };
  if (!taken.allowed) throw tooFast(name, taken, headers);
  return headers;
}

/**
 * Counts an organization that somebody founds.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after` where the share has nothing left.
 */
export function countFounding(share: string): void {
  const { rates } = config();
  if (rates === null) return;
  const { buckets, name: limit } = countingBy(rates).foundings;
  const { allowed, retrySeconds } = buckets.take(share, performance.now());
  if (allowed) return;
  const cause = `too many organizations were founded; try again in ${retrySeconds} s`;
  throw tryAgain('RESOURCE_EXHAUSTED', cause, retrySeconds, { metadata: { limit } });
}

function tooFast(limit: string, { retrySeconds }: Taken, headers: Record<string, string>) {
  const cause = `too many requests; try again in ${retrySeconds} s`;
  return tryAgain('RESOURCE_EXHAUSTED', cause, retrySeconds, { headers, metadata: { limit } });
}

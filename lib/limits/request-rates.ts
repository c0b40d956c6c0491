/** Who may send how many requests: one bucket for each caller, issuer and client network. */
import { ApiError } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { REQUEST_KINDS } from '#lib/settings/limits.ts';
import type { Rates, RequestKind } from '#lib/settings/limits.ts';
import { TokenBuckets } from './token-buckets.ts';
import type { Taken } from './token-buckets.ts';

/** How often a caller's rate the others have, since they stand for many callers. */
const SHARES = { caller: 1, network: 4, issuer: 20 } as const;

export type Scope = keyof typeof SHARES;

/** About 2 MB for each kind and scope, whoever asks. */
const MAX_KEYS = 20_000;

type AllBuckets = Record<Scope, Record<RequestKind, TokenBuckets>>;

const shared = globalThis as typeof globalThis & {
  groveRates?: { rates: Rates; buckets: AllBuckets };
};

/** Those of the rates that are configured now. */
function bucketsOf(rates: Rates): AllBuckets {
  if (shared.groveRates?.rates !== rates) shared.groveRates = { rates, buckets: newBuckets(rates) };
  return shared.groveRates.buckets;
}

function newBuckets(rates: Rates): AllBuckets {
  const ofKind = (kind: RequestKind, scope: Scope) => {
    const { quota, windowSeconds } = rates[kind];
    return new TokenBuckets({ quota: quota * SHARES[scope], windowSeconds }, MAX_KEYS);
  };
  const ofScope = (scope: Scope) =>
    Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, ofKind(kind, scope)])) as Record<
      RequestKind,
      TokenBuckets
    >;
  return { caller: ofScope('caller'), network: ofScope('network'), issuer: ofScope('issuer') };
}

/**
 * Counts a request of the kind.
 *
 * @returns the fields that say what is left; none where rate limits are off.
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after` where nothing is left.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/
 */
export function countRequest(
  scope: Scope,
  key: string,
  kind: RequestKind,
  now = performance.now(),
): Record<string, string> {
  const { rates } = config();
  if (rates === null) return {};
  const buckets = bucketsOf(rates)[scope][kind];
  const taken = buckets.take(key, now);
  const name = `"${scope}-${kind === 'signIn' ? 'sign-in' : kind}"`;
  const { quota, windowSeconds } = buckets.rate;
  const headers = {
    'ratelimit-policy': `${name};q=${quota};w=${windowSeconds}`,
    ratelimit: `${name};r=${taken.remaining};t=${taken.resetSeconds}`,
  };
  if (!taken.allowed) throw tooFast(name.slice(1, -1), taken, headers);
  return headers;
}

function tooFast(limit: string, { retrySeconds }: Taken, headers: Record<string, string>) {
  const seconds = String(retrySeconds);
  return new ApiError('RESOURCE_EXHAUSTED', `too many requests; try again in ${seconds} s`, {
    headers: { ...headers, 'retry-after': seconds },
    metadata: { limit, retryAfterSeconds: seconds },
  });
}

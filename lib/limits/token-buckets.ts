/**
 * Token buckets: each key may spend `quota` requests, or bytes, at once and gets them back evenly
 * over the window. In memory, for one process, which may report its spending to others.
 */
import type { Rate } from '#lib/settings/kinds/values.ts';

export interface Taken {
  allowed: boolean;
  /** Requests that are left. */
  remaining: number;
  /** Whole seconds until all of the quota is back. */
  resetSeconds: number;
  /** Whole seconds until the next request is allowed; 0 where it is allowed now. */
  retrySeconds: number;
}

interface Bucket {
  /** Less than 0 where others have spent more than there was. */
  left: number;
  /** Milliseconds; when `left` was counted. */
  at: number;
  /** Requests that were spent, have not come back and were not reported to others. */
  unreported: number;
}

interface Unreported {
  key: string;
  /** How much later the bucket is full for it, in milliseconds. */
  costMs: number;
}

/** The part of a quota whose spending is not reported, so that small spenders cause no reports. */
const UNREPORTED_PART = 0.02;

export class TokenBuckets {
  readonly rate: Rate;
  readonly #perMs: number;
  readonly #maxKeys: number;
  /** The one used last at the end. */
  readonly #buckets = new Map<string, Bucket>();
  /** The keys whose spending is to be reported. */
  readonly #due = new Set<string>();

  /** @param maxKeys how many are remembered; the one unused longest is forgotten, which fills it. */
  constructor(rate: Rate, maxKeys: number) {
    this.rate = rate;
    this.#perMs = rate.quota / (rate.windowSeconds * 1_000);
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Whether there is something to {@link takeUnreported}. */
  get isDue(): boolean {
    return this.#due.size > 0;
  }

  /**
   * Takes one request of the key, or nothing where less is left.
   *
   * @param now milliseconds of a clock that only goes forward.
   * @param size more where bytes are counted.
   */
  take(key: string, now: number, size = 1): Taken {
    const { quota } = this.rate;
    const known = this.#buckets.get(key);
    const left = known === undefined ? quota : this.#leftIn(known, now);
    const allowed = left >= size;
    const rest = allowed ? left - size : left;
    const spent = (known?.unreported ?? 0) + (allowed ? size : 0);
    const bucket = { left: rest, at: now, unreported: Math.min(spent, quota - rest) };
    this.#remember(key, known, bucket);
    if (bucket.unreported >= quota * UNREPORTED_PART) this.#due.add(key);
    return {
      allowed,
      remaining: Math.max(0, Math.floor(rest)),
      resetSeconds: this.#seconds(quota - rest),
      retrySeconds: allowed ? 0 : Math.max(1, this.#seconds(size - left)),
    };
  }

  /** The key that has the most left; the first of those that have as much. */
  fullest(keys: readonly string[], now: number): string {
    const leftOf = (key: string) => {
      const known = this.#buckets.get(key);
      return known === undefined ? this.rate.quota : this.#leftIn(known, now);
    };
    return keys.toSorted((a, b) => leftOf(b) - leftOf(a))[0] ?? '';
  }

  /** The costs to report to other processes, of at most so many keys. It returns each cost once. */
  takeUnreported(most: number): Unreported[] {
    const all: Unreported[] = [];
    for (const key of this.#due) {
      if (all.length >= most) break;
      this.#due.delete(key);
      const bucket = this.#buckets.get(key);
      if (bucket === undefined) continue;
      all.push({ key, costMs: Math.floor(bucket.unreported / this.#perMs) });
      bucket.unreported = 0;
    }
    return all;
  }

  /**
   * Sets the remaining quota of a key over all processes, once they know of the reported costs.
   *
   * @param fullMs milliseconds from now until all of the quota is back.
   */
  learn(key: string, fullMs: number, now: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return;
    const left = this.rate.quota - Math.max(0, fullMs) * this.#perMs;
    bucket.left = left - bucket.unreported;
    bucket.at = now;
  }

  #leftIn({ left, at }: Bucket, now: number): number {
    return Math.min(this.rate.quota, left + (now - at) * this.#perMs);
  }

  #remember(key: string, known: Bucket | undefined, bucket: Bucket): void {
    if (known !== undefined) this.#buckets.delete(key);
    else if (this.#buckets.size >= this.#maxKeys) {
      const [oldest = ''] = this.#buckets.keys();
      this.#buckets.delete(oldest);
      this.#due.delete(oldest);
    }
    this.#buckets.set(key, bucket);
  }

  #seconds(requests: number): number {
    return Math.ceil(requests / this.#perMs / 1_000);
  }
}

/**
 * Token buckets: each key may spend `quota` requests at once and gets them back evenly over the
 * window. In memory, for one process.
 */
import type { Rate } from '#lib/settings/limits.ts';

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
  left: number;
  /** Milliseconds; when `left` was counted. */
  at: number;
}

export class TokenBuckets {
  readonly rate: Rate;
  readonly #perMs: number;
  readonly #maxKeys: number;
  /** The one used last at the end. */
  readonly #buckets = new Map<string, Bucket>();

  /** @param maxKeys how many are remembered; the one unused longest is forgotten, which fills it. */
  constructor(rate: Rate, maxKeys: number) {
    this.rate = rate;
    this.#perMs = rate.quota / (rate.windowSeconds * 1_000);
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes one request of the key. @param now milliseconds of a clock that only goes forward. */
  take(key: string, now: number): Taken {
    const { quota } = this.rate;
    const known = this.#buckets.get(key);
    const left =
      known === undefined ? quota : Math.min(quota, known.left + (now - known.at) * this.#perMs);
    const allowed = left >= 1;
    const rest = allowed ? left - 1 : left;
    this.#remember(key, known, { left: rest, at: now });
    return {
      allowed,
      remaining: Math.floor(rest),
      resetSeconds: this.#seconds(quota - rest),
      retrySeconds: allowed ? 0 : Math.max(1, this.#seconds(1 - left)),
    };
  }

  #remember(key: string, known: Bucket | undefined, bucket: Bucket): void {
    if (known !== undefined) this.#buckets.delete(key);
    else if (this.#buckets.size >= this.#maxKeys) {
      const oldest = this.#buckets.keys().next();
      if (oldest.done !== true) this.#buckets.delete(oldest.value);
    }
    this.#buckets.set(key, bucket);
  }

  #seconds(requests: number): number {
    return Math.ceil(requests / this.#perMs / 1_000);
  }
}

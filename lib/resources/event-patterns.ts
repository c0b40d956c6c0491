/** The patterns by which subscriptions choose types of events. Pure, also for the console. */
import { EVENT_TYPES } from './event-types.ts';

/**
 * Whether a type matches. `*` stands for any characters. Takes at most the product of both lengths, whatever
 * the pattern is.
 */
export function matchesPattern(pattern: string, type: string): boolean {
  let [at, in_] = [0, 0];
  // Where the last star was, and how much of the type it has taken.
  let [star, taken] = [-1, 0];
  while (at < type.length) {
    if (pattern[in_] === '*') {
      star = in_;
      taken = at;
      in_ += 1;
    } else if (pattern[in_] === type[at]) {
      in_ += 1;
      at += 1;
    } else if (star === -1) {
      return false;
    } else {
      taken += 1;
      at = taken;
      in_ = star + 1;
    }
  }
  return /^\**$/.test(pattern.slice(in_));
}

export const matchesAny = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => matchesPattern(pattern, type));

/** The types that exist and match. */
export const typesOf = (pattern: string): string[] =>
  EVENT_TYPES.map(({ id }) => id).filter((type) => matchesPattern(pattern, type));

/** The one way in which tests wait for what nobody announces. */
import { vi } from 'vitest';

/** For what never comes. Whoever waits for so long has waited for nothing. */
const GIVE_UP_MS = 120_000;
const INTERVAL_MS = 10;

/** Repeats what asserts until it does not throw. */
export const until = <T>(assert: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assert, { timeout: GIVE_UP_MS, interval: INTERVAL_MS });

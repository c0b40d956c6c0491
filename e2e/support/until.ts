/** The only way in which tests wait for states without an event. */
import { vi } from 'vitest';

/** The time after which a wait fails. It is long, because only failing tests reach it. */
const GIVE_UP_MS = 120_000;
const INTERVAL_MS = 10;

/** Repeats the assertions until they do not throw. */
export const until = <T>(assert: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assert, { timeout: GIVE_UP_MS, interval: INTERVAL_MS });

/** Decides when to retry a request to a registry. */
import { setTimeout } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import { RegistryError } from './errors.ts';

const ATTEMPTS = 5;
/** A request that reached its deadline has taken long, so it is retried only once. */
const SLOW_ATTEMPTS = 2;
const FIRST_WAIT_MS = 500;
/** The longest wait for one response. */
const MAX_WAIT_MS = 60_000;

/**
 * The wait that `Retry-After` requests, in milliseconds; null without one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}

export interface Failed {
  problem: string;
  /** The wait that the registry requests, in milliseconds; null if it requests none. */
  waitMs: number | null;
  isSlow?: boolean;
  /** Whether the registry limits the caller as a whole. */
  isWhole?: boolean;
}

export type Attempt<T> = { answer: T } | Failed;

/**
 * Tries a few times, with the waits that the registry requests.
 *
 * @throws RegistryError UNAVAILABLE with the last problem; DOWN if the caller is limited for longer
 *   than Grove waits; the signal's reason once the signal is aborted.
 */
export async function patiently<T>(
  attempt: () => Promise<Attempt<T>>,
  signal: AbortSignal,
  attempts = ATTEMPTS,
): Promise<T> {
  let slow = 0;
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    const result = await attempt();
    if ('answer' in result) return result.answer;
    const { problem, waitMs, isSlow, isWhole } = result;
    const wait = waitMs ?? FIRST_WAIT_MS * 2 ** (tried - 1);
    if (wait > MAX_WAIT_MS) {
      const seconds = Math.ceil(wait / 1_000);
      const message = `${problem}, and asks to wait ${seconds} s`;
      throw new RegistryError(isWhole === true ? 'DOWN' : 'UNAVAILABLE', message);
    }
    if (isSlow === true) slow += 1;
    if (tried === attempts || slow === SLOW_ATTEMPTS) {
      throw new RegistryError('UNAVAILABLE', problem);
    }
    const ms = wait * config().pace.registryWaits;
    await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** When a registry that cannot answer now is asked again. */
import { setTimeout } from 'node:timers/promises';
import { RegistryError } from './errors.ts';

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 500;
/** Longer than this nobody waits: the run fails and says when to come back. */
const MAX_WAIT_MS = 60_000;

/**
 * What `Retry-After` asks for, in milliseconds; null where it asks for nothing.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}

/** What one attempt came to: an answer, or why and after how long to try again. */
export type Attempt<T> = { answer: T } | { problem: string; waitMs: number | null };

/**
 * Tries a few times, as patiently as it is asked to.
 *
 * @throws RegistryError UNAVAILABLE with the last problem; what the signal says once it is aborted.
 */
export async function patiently<T>(
  attempt: () => Promise<Attempt<T>>,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const result = await attempt();
    if ('answer' in result) return result.answer;
    const { problem, waitMs } = result;
    const wait = waitMs ?? FIRST_WAIT_MS * 2 ** (tried - 1);
    if (wait > MAX_WAIT_MS) {
      const seconds = Math.ceil(wait / 1_000);
      throw new RegistryError('UNAVAILABLE', `${problem}, and asks to come back in ${seconds} s`);
    }
    if (tried === ATTEMPTS) throw new RegistryError('UNAVAILABLE', problem);
    await setTimeout(wait, undefined, { signal });
  }
}

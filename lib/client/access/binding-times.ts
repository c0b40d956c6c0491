/** When role bindings begin and end, by the clock of the browser. */
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export type Times = Pick<RoleBinding, 'startTime' | 'expirationTime'>;

export type BindingPhase = 'coming' | 'current' | 'ended';

/** @param now as the API writes times, which sort as texts. */
export function phaseOf(
  { startTime, expirationTime }: Times,
  now = new Date().toISOString(),
): BindingPhase {
  if (expirationTime !== undefined && expirationTime <= now) return 'ended';
  return startTime !== undefined && startTime > now ? 'coming' : 'current';
}

/** Whether it has begun, and does not end by itself. */
export const lasts = (binding: Times): boolean =>
  binding.expirationTime === undefined && phaseOf(binding) === 'current';

export interface Span {
  from: string;
  until: string;
}

/** The rest of the time in which it grants its role, as texts that sort. */
export const spanOf = ({ startTime = '', expirationTime = '~' }: Times, now: string): Span => ({
  from: startTime > now ? startTime : '',
  until: expirationTime,
});

export const isWithin = (inner: Span, outer: Span): boolean =>
  outer.from <= inner.from && inner.until <= outer.until;

/** When role bindings begin and end, by the clock of the browser. */
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export type Times = Pick<RoleBinding, 'startTime' | 'expirationTime'>;

/** In milliseconds since 1970. */
export interface Span {
  from: number;
  until: number;
}

/** The time in which it grants its role. */
export const spanOf = ({ startTime = '', expirationTime = '' }: Times): Span => ({
  from: Date.parse(startTime) || 0,
  until: Date.parse(expirationTime) || Infinity,
});

export type BindingPhase = 'coming' | 'current' | 'ended';

export function phaseOf(binding: Times, now = Date.now()): BindingPhase {
  const { from, until } = spanOf(binding);
  if (until <= now) return 'ended';
  return from > now ? 'coming' : 'current';
}

/** Whether it has begun, and does not end by itself. */
export const lasts = (binding: Times): boolean =>
  binding.expirationTime === undefined && phaseOf(binding) === 'current';

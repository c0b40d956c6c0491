/** How often digests are sent, in words. */
import type { Subscription } from '#lib/client/resources/resources.ts';

export const SCHEDULES = [
  { id: 'AT_ONCE', label: 'Soon after each change' },
  { id: 'HOURLY', label: 'Each hour' },
  { id: 'DAILY', label: 'Each day at 8:00' },
  { id: 'WEEKLY', label: 'Each Monday at 8:00' },
];

/** "E-mail, each day at 8:00". */
export function scheduleText(email: Subscription['email']): string {
  const label = SCHEDULES.find(({ id }) => id === email?.schedule)?.label ?? '';
  return `E-mail, ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** Of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A registry source as its form has it, and back. */
import type { RegistrySource } from '#lib/client/resources/resources.ts';

export interface SourceValues {
  url: string;
  username: string;
  /** Empty for as it is; the one that is kept is never read. */
  password: string;
  /** PEM; empty for none. */
  caCertificate: string;
  /** Absent for only when asked. */
  interval?: string;
}

export const NEW_SOURCE: SourceValues = { url: '', username: '', password: '', caCertificate: '' };

export function valuesOf(source: RegistrySource): SourceValues {
  const { url, username, caCertificate, interval } = source;
  const schedule = interval !== undefined && { interval };
  return { url, username, password: '', caCertificate, ...schedule };
}

/** The same, to be copied: a password does not belong in a clipboard. */
export function withoutPassword<T extends { body: Partial<SourceValues> }>(change: T): T {
  if (!change.body.password) return change;
  return { ...change, body: { ...change.body, password: 'THE_PASSWORD' } };
}

/** What creates a source: without what is left empty. */
export function creationOf(body: Partial<SourceValues>): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** "5 minutes", "1 hour": a duration of the API in words. */
export function intervalText(interval: string): string {
  const seconds = Number.parseFloat(interval);
  const [unit, word] =
    seconds % DAY_S === 0
      ? [DAY_S, 'day']
      : seconds % HOUR_S === 0
        ? [HOUR_S, 'hour']
        : seconds % MINUTE_S === 0
          ? [MINUTE_S, 'minute']
          : [1, 'second'];
  const count = seconds / unit;
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const INTERVALS = ['300s', '900s', '3600s', '21600s', '86400s', '604800s'];
const ONLY_WHEN_ASKED = { id: '', label: 'Only when asked' };

/** What there is to choose from, and what is chosen already. */
export function intervalOptions(chosen: string | undefined): { id: string; label: string }[] {
  const ids =
    chosen === undefined || INTERVALS.includes(chosen) ? INTERVALS : [chosen, ...INTERVALS];
  return [ONLY_WHEN_ASKED, ...ids.map((id) => ({ id, label: `Every ${intervalText(id)}` }))];
}

/** Converts a registry source to form values and back. */
import type { RegistrySource } from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

export interface SourceValues {
  url: string;
  username: string;
  /** Empty keeps the stored value. The API never returns it. */
  password: string;
  /** PEM; empty for none. */
  caCertificate: string;
  /** Undefined: syncs only on request. */
  interval?: string;
}

export const NEW_SOURCE: SourceValues = {
  url: '',
  username: '',
  password: '',
  caCertificate: '',
  interval: '3600s',
};

export function valuesOf(source: RegistrySource): SourceValues {
  const { url, username, caCertificate, interval } = source;
  const schedule = interval !== undefined && { interval };
  return { url, username, password: '', caCertificate, ...schedule };
}

/** The values for copying, without the password, which does not belong on the clipboard. */
export function withoutPassword<T extends { body: Partial<SourceValues> }>(change: T): T {
  if (!change.body.password) return change;
  return { ...change, body: { ...change.body, password: 'THE_PASSWORD' } };
}

/** The body that creates a source, without empty fields. A schedule starts a sync immediately. */
export function creationOf(change: {
  body: Partial<SourceValues>;
  updateMask: readonly string[];
}): object {
  const { interval } = NEW_SOURCE;
  const body = change.updateMask.includes('interval') ? change.body : { ...change.body, interval };
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
  return counted(count, [word, `${word}s`]);
}

const INTERVALS = ['300s', '900s', '3600s', '21600s', '86400s', '604800s'];
const ONLY_WHEN_ASKED = { id: '', label: 'Only on request' };

/** The standard choices, and the current one if it differs. */
export function intervalOptions(chosen: string | undefined): { id: string; label: string }[] {
  const ids =
    chosen === undefined || INTERVALS.includes(chosen) ? INTERVALS : [chosen, ...INTERVALS];
  return [ONLY_WHEN_ASKED, ...ids.map((id) => ({ id, label: `Every ${intervalText(id)}` }))];
}

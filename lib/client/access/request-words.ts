/** Access requests in words. Pure. */
import { counted } from '#lib/client/counted.ts';
import type { AccessRequest } from '#lib/client/resources/wire.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "2 hours", "1 day 12 hours". @param duration as the API writes it: "7200s". */
export function durationText(duration: string): string {
  let left = Number.parseFloat(duration);
  const parts = UNITS.flatMap(([word, seconds]) => {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    return count === 0 ? [] : [counted(count, [word, `${word}s`])];
  });
  return parts.join(' ') || '0 seconds';
}

const USUAL = [900, 3_600, 4 * 3_600, 8 * 3_600, 86_400, 7 * 86_400, 30 * 86_400];

export interface DurationChoice {
  id: string;
  label: string;
}

/** The usual times up to the longest, and that one. */
export function durationChoices(most: string): DurationChoice[] {
  const longest = Number.parseFloat(most);
  const all = [...USUAL.filter((one) => one < longest), longest];
  return all.map((one) => ({ id: `${one}s`, label: durationText(`${one}s`) }));
}

/** The longest of the usual times that is at most an hour: less is asked for than is possible. */
export const usualDuration = (most: string): string =>
  durationChoices(most)
    .map(({ id }) => id)
    .findLast((id) => Number.parseFloat(id) <= 3_600) ?? most;

export const STATE_WORDS = {
  STATE_UNSPECIFIED: { label: 'Unknown', tone: 'neutral' },
  PENDING: { label: 'Waiting', tone: 'warn' },
  APPROVED: { label: 'Approved', tone: 'accent' },
  DENIED: { label: 'Denied', tone: 'danger' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'neutral' },
  EXPIRED: { label: 'Not answered', tone: 'neutral' },
  ENDED: { label: 'Ended', tone: 'neutral' },
} as const;

/** "editor at payments for 1 hour". */
export const requestText = ({ role, group, duration }: AccessRequest): string =>
  `${role.name} at ${group.name} for ${durationText(duration)}`;

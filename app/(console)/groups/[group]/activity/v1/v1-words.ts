/** The end of v1 in words. */
import type { V1Callers } from '#lib/client/activity/v1-callers.ts';

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** @param now milliseconds; chooses between the past and the future tense. */
export function endOfV1Text(
  { offered, deprecationTime, sunsetTime }: Omit<V1Callers, 'callers'>,
  now = Date.now(),
): string {
  if (!offered) return 'v1 is switched off.';
  if (sunsetTime !== undefined) {
    const day = DAY.format(new Date(sunsetTime));
    return Date.parse(sunsetTime) > now ? `v1 ends on ${day}.` : `v1 was to end on ${day}.`;
  }
  if (deprecationTime === undefined) return '';
  const day = DAY.format(new Date(deprecationTime));
  const verb = Date.parse(deprecationTime) > now ? 'will be deprecated' : 'is deprecated';
  return `v1 ${verb} ${verb.startsWith('will') ? 'on' : 'since'} ${day}.`;
}

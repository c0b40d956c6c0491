/** When an identity was last seen. */
import type { Random } from './random.ts';
import { before, DAY_MS, later, moment } from './times.ts';

/** Days ago, as a range. */
const SPANS = {
  today: [0, 0.3],
  thisWeek: [0.3, 7],
  thisMonth: [7, 30],
  thisQuarter: [30, 88],
  longAgo: [95, 320],
} as const;

const PEOPLE = { today: 38, thisWeek: 34, thisMonth: 15, thisQuarter: 7, longAgo: 6 };
const ROBOTS = { today: 55, thisWeek: 25, thisMonth: 9, thisQuarter: 5, longAgo: 6 };

export function lastSeen(
  random: Random,
  { createTime, now, isRobot }: { createTime: Date; now: Date; isRobot: boolean },
): Date {
  const [newest, oldest] = SPANS[random.weighted(isRobot ? ROBOTS : PEOPLE)];
  const time = moment(random, before(now, oldest * DAY_MS), before(now, newest * DAY_MS));
  // A younger identity was last seen when it was created.
  return later(createTime, time);
}

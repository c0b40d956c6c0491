/** New advisories by week. */
import { belowRange } from '#lib/aip/uid.ts';
import type { WeekCount } from '#lib/store/handles.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf, type Plan } from './plan.ts';
import { sizeOf } from './tallies.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Of advisories below a group. Times are in milliseconds. */
export interface Weeks {
  group: string;
  start: number;
  end: number;
}

export function* selectByWeek(dialect: Dialect, { group, start, end }: Weeks): Plan<WeekCount[]> {
  const subtrees = [{ uid: group, withSelf: false }];
  const size = yield* sizeOf(dialect, 'Advisory', { parent: null, subtrees });
  const { after, before } = belowRange(group);
  const rows = yield* rowsOf(
    `SELECT CAST((t."createTime" - ?) / ${WEEK_MS} AS INTEGER) AS week, t."severity",
       count(*) AS "count"
     FROM "Advisory" AS t
     WHERE t."createTime" >= ? AND t."createTime" < ? AND t."uid" > ? AND t."uid" < ?
     AND ${dialect.sampled} GROUP BY week, t."severity"`,
    [start, start, end, after, before],
    size.rows,
  );
  return rows.map(({ week, severity, count }) => ({
    week: Number(week),
    severity: Number(severity),
    count: Number(count),
  }));
}

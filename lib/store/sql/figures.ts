/** Figures of the advisories below a group. */
import { belowRange } from '#lib/aip/uid.ts';
import type { StatusCount, WeekCount } from '#lib/store/handles.ts';
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

function* numberBelow(dialect: Dialect, group: string): Plan<number> {
  const subtrees = [{ uid: group, withSelf: false }];
  const { rows } = yield* sizeOf(dialect, 'Advisory', { parent: null, subtrees });
  return rows;
}

export function* selectByStatus(dialect: Dialect, group: string): Plan<StatusCount[]> {
  const cost = yield* numberBelow(dialect, group);
  const { after, before } = belowRange(group);
  const rows = yield* rowsOf<StatusCount>(
    `SELECT t."severity", t."status", count(*) AS "count" FROM "Advisory" AS t
     WHERE t."uid" > ? AND t."uid" < ? AND ${dialect.sampled} GROUP BY t."severity", t."status"`,
    [after, before],
    { cost },
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export function* selectByWeek(dialect: Dialect, { group, start, end }: Weeks): Plan<WeekCount[]> {
  const cost = yield* numberBelow(dialect, group);
  const { after, before } = belowRange(group);
  const rows = yield* rowsOf(
    `SELECT CAST((t."createTime" - ?) / ${WEEK_MS} AS INTEGER) AS week, t."severity",
       count(*) AS "count"
     FROM "Advisory" AS t
     WHERE t."createTime" >= ? AND t."createTime" < ? AND t."uid" > ? AND t."uid" < ?
     AND ${dialect.sampled} GROUP BY week, t."severity"`,
    [start, start, end, after, before],
    { cost },
  );
  return rows.map(({ week, severity, count }) => ({
    week: Number(week),
    severity: Number(severity),
    count: Number(count),
  }));
}

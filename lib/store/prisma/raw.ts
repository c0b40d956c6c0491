/** Plans whose statements Prisma Client runs. */
import { numbered, type Dialect } from '#lib/store/sql/dialect.ts';
import { follow, type Run, type Values } from '#lib/store/sql/plan.ts';
import type { Handle } from './client.ts';

export function runBy(dialect: Dialect, handle: Handle): Run {
  return (plan) =>
    follow(plan(), async ({ sql, params }) => {
      const rows = await handle.$queryRawUnsafe(numbered(dialect, sql), ...params);
      return (rows as Values[]).map(asStored);
    });
}

/** As the drivers give it. */
function asStored(row: Values): Values {
  for (const [column, value] of Object.entries(row)) {
    if (value instanceof Date) row[column] = value.getTime();
    else if (typeof value === 'bigint') row[column] = Number(value);
    else if (typeof value === 'object' && value !== null) row[column] = JSON.stringify(value);
  }
  return row;
}

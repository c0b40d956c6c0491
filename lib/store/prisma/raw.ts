/** Plans whose statements Prisma Client runs. */
import { numbered } from '#lib/store/sql/dialect.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import type { Plan, Runner, Values } from '#lib/store/sql/plan.ts';
import type { Handle } from './client.ts';

export function runnerOf(dialect: Dialect, handle: Handle): Runner {
  const run = async <T>(plan: () => Plan<T>): Promise<T> => {
    const steps = plan();
    let step = steps.next();
    while (step.done !== true) {
      const { sql, params } = step.value;
      const rows = await handle.$queryRawUnsafe(numbered(dialect, sql), ...params);
      step = steps.next({ rows: (rows as Values[]).map(asStored), changes: 0 });
    }
    return step.value;
  };
  return { run, runAtOnce: run };
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

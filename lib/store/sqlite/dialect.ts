import type { Dialect } from '#lib/store/sql/dialect.ts';
import { given } from '#lib/store/sql/values.ts';

/** A list that may look at more rows than this is read in a thread. */
export const MOST_ROWS = 1_000;

export const dialect: Dialect = {
  key: 'rowid',
  isRemote: false,
  most: MOST_ROWS,
  list: (values) => JSON.stringify(values),
  listSource: (as) => `json_each(?) AS ${as}`,
  forEach: (_kind, table, condition) =>
    `json_each(?) AS v CROSS JOIN "${table}" AS t ON ${condition}`,
  whereListed: (expression) => `${expression} IN (SELECT value FROM json_each(?))`,
  elements: (array, as) => `json_each(${array}) AS ${as}`,
  records: (_table, as) => `json_each(?) AS ${as}`,
  field: (as, column) => `json_extract(${as}."value", '$.${column}')`,
  jsonText: (column) => column,
  member: (column, name) => `json_extract(${column}, '$.${name}')`,
  jsonObject: 'json_object',
  position: 'instr',
  metered: (condition) => condition,
  sampled: 'TRUE',
  // As a parameter it would make SQLite prepare the statement again for each run, because its plan
  // depends on it.
  limit: (count) => ({ sql: ` LIMIT ${Math.trunc(count)}`, params: [] }),
  now: () => ({ sql: given('time'), params: [Date.now()] }),
  unindexed: (column) => `+${column}`,
};

/** In a thread, where a read may take long: it is given up where the function `looks` throws. */
export const long: Dialect = {
  ...dialect,
  most: Infinity,
  // It comes first, because SQLite stops at the first part that is false.
  metered: (condition) => `looks() AND (${condition})`,
  // Each call takes longer than going past an entry.
  sampled: `(t."rowid" & 63 <> 0 OR looks())`,
};

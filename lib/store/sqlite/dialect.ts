import type { Dialect } from '#lib/store/sql/dialect.ts';

export const dialect: Dialect = {
  isRemote: false,
  list: (values) => JSON.stringify(values),
  listSource: (as) => `json_each(?) AS ${as}`,
  forEach: (_kind, table, condition) =>
    `json_each(?) AS v CROSS JOIN "${table}" AS t ON ${condition}`,
  isListed: (expression) => `${expression} IN (SELECT value FROM json_each(?))`,
  elements: (array, as) => `json_each(${array}) AS ${as}`,
  records: (_table, as) => `json_each(?) AS ${as}`,
  field: (as, column) => `json_extract(${as}."value", '$.${column}')`,
  jsonText: (column) => column,
  jsonArray: (text) => `json_group_array(${text})`,
  position: 'instr',
  metered: (condition) => condition,
  sampled: () => 'TRUE',
  // As a parameter it would make SQLite prepare the statement again for each run, because its plan
  // depends on it.
  limit: (count) => ({ sql: ` LIMIT ${Math.trunc(count)}`, params: [] }),
  ranged: (column) => column,
  unindexed: (column) => `+${column}`,
};

/** For connections with a meter. */
export const metered: Dialect = {
  ...dialect,
  // It comes first, because SQLite stops at the first part that is false.
  metered: (condition) => `looks(1) AND (${condition})`,
  // Each call takes longer than going past an entry.
  sampled: (what) => `(t."rowid" & 63 <> 0 OR looks(${what === 'row' ? 8 : 4}))`,
};

/** Reads tables in the order of their rows on the disk, whatever the order of a list. */
export const scanning: Dialect = { ...metered, ranged: (column) => `+${column}` };

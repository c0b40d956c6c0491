import type { Dialect } from '#lib/store/sql/dialect.ts';
import { TYPES } from '#lib/store/sql/values.ts';

/** When the server got the statement. */
export const NOW = 'CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS bigint)';

export const dialect: Dialect = {
  key: 'uid',
  isRemote: true,
  most: Infinity,
  list: (values) => values,
  listSource: (as, kind) => `unnest(?::${TYPES[kind]}[]) AS ${as}("value")`,
  // With the offset, which keeps it from sorting the whole table to join it then.
  forEach: (kind, table, condition) => `unnest(?::${TYPES[kind]}[]) AS v("value")
    CROSS JOIN LATERAL (SELECT * FROM "${table}" AS t WHERE ${condition} OFFSET 0) AS t`,
  whereListed: (expression, kind) => `${expression} = ANY(?::${TYPES[kind]}[])`,
  elements: (array, as) => `json_array_elements_text(${array}) AS ${as}("value")`,
  records: (table, as) => `json_populate_recordset(NULL::"${table}", ?::json) AS ${as}`,
  field: (as, column) => `${as}."${column}"`,
  jsonText: (column) => `CAST(${column} AS TEXT) COLLATE "C"`,
  member: (column, name) => `(${column} ->> '${name}') COLLATE "C"`,
  jsonObject: 'json_build_object',
  position: 'strpos',
  unindexed: (column, kind) => (kind === 'text' ? `(${column} || '')` : `(${column} + 0)`),
  // The server ends a read that takes too long.
  metered: (condition) => condition,
  sampled: 'TRUE',
  limit: (count) => ({ sql: ' LIMIT ?', params: [count] }),
  now: () => ({ sql: NOW, params: [] }),
};

import type { Dialect } from '#lib/store/sql/dialect.ts';
import { TYPES } from '#lib/store/sql/given.ts';
import type { ColumnKind } from '#lib/store/tables/columns.ts';

const SIGN = 1n << 63n;

/** The bytes of a ranked column, which sort as its values do. */
export function keyOf(column: string, kind: ColumnKind): string {
  return kind === 'text'
    ? `convert_to(${column}, 'UTF8')`
    : `int8send(${column}::bigint # (1::bigint << 63))`;
}

function toKey(value: string | number): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)) ^ SIGN);
  return bytes;
}

/** The uid without the group's: 8 bytes a segment, which sort as the uids do. */
export function tailOf(group: string, uid: string): string {
  return `decode(replace(substr(${uid}, length(${group}) + 2), '/', ''), 'hex')`;
}

export const dialect: Dialect = {
  list: (values) => values,
  listSource: (as, kind) => `unnest(?::${TYPES[kind]}[]) AS ${as}("value")`,
  isListed: (expression, kind) => `${expression} = ANY(?::${TYPES[kind]}[])`,
  elements: (array, as) => `json_array_elements_text(${array}) AS ${as}("value")`,
  records: (table, as) => `json_populate_recordset(NULL::"${table}", ?::json) AS ${as}`,
  field: (as, column) => `${as}."${column}"`,
  jsonText: (column) => `CAST(${column} AS TEXT) COLLATE "C"`,
  jsonArray: (text) => `coalesce(array_to_json(array_agg(${text})), '[]'::json)`,
  position: 'strpos',
  ranged: (column) => column,
  unindexed: (column, kind) => (kind === 'text' ? `(${column} || '')` : `(${column} + 0)`),
  // The server ends a read that takes too long.
  metered: (condition) => condition,
  limit: (count) => ({ sql: ' LIMIT ?', params: [count] }),
  digits: (bytes) => `encode(${bytes}, 'hex')`,
  noBytes: `'\\x'::bytea`,
  lowestKey: `'\\x'::bytea`,
  toKey,
  fromKey(key, kind) {
    const bytes = key as Buffer;
    if (kind === 'text') return bytes.toString('utf8');
    return Number(BigInt.asIntN(64, bytes.readBigUInt64BE() ^ SIGN));
  },
  remote: {
    keyOf,
    tailOf,
    toKey,
    uidBelow: (group, digits) =>
      `${group} || regexp_replace(${digits}, '(.{16})', '/\\1', 'g') COLLATE "C"`,
  },
};

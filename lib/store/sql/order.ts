/** The order of a list: by a column, and by the uid, which breaks ties in the same direction. */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { Order } from '#lib/store/handles.ts';
import type { Part } from './plan.ts';
import { given } from './values.ts';

/** @param key writes a column of the table as `t`. */
export const keysOf = ({ column }: Order, key: (name: string) => string): string[] =>
  (column === 'uid' ? ['uid'] : [column, 'uid']).map(key);

export const directed = (keys: readonly string[], { descending }: Order): string =>
  keys.map((key) => `${key} ${descending ? 'DESC' : 'ASC'}`).join(', ');

/** The rows after a cursor, as at most one condition. */
export function after(keys: readonly string[], order: Order, cursor: Cursor | null): Part[] {
  if (cursor === null) return [];
  const sign = order.descending ? '<' : '>';
  if (order.column === 'uid') return [{ sql: `${keys[0]} ${sign} ?`, params: [cursor.uid] }];
  const kind = typeof cursor.value === 'string' ? 'text' : 'bigint';
  const place = `(${given(kind)}, ${given('text')})`;
  return [{ sql: `(${keys.join(', ')}) ${sign} ${place}`, params: [cursor.value, cursor.uid] }];
}

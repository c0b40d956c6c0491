/** Reads all rows of a table in portions that take about as much memory each. */
import { createHash } from 'node:crypto';
import type { Side, Stored } from './side.ts';
import { keyIn, rowsAfter } from './tables.ts';
import type { CopiedTable } from './tables.ts';

/** Of a portion, in characters, and the bounds of its rows. */
const SIZE = 4_000_000;
const MOST_ROWS = 2_000;
const FIRST_ROWS = 50;

const sizeOf = (rows: readonly Stored[]) =>
  rows.flat().reduce<number>((sum, value) => sum + (String(value).length + 8), 0);

export interface Portion {
  rows: Stored[];
  /** Of its last row. */
  key: unknown[];
}

/** @param after the key of the row to begin after. */
export async function* portions(
  side: Side,
  table: CopiedTable,
  after: unknown[] | null,
): AsyncGenerator<Portion> {
  let key = after;
  for (let limit = FIRST_ROWS; ;) {
    const { sql, params } = rowsAfter(table, key, limit);
    const { rows } = await side.run(sql, params);
    const last = rows.at(-1);
    if (last === undefined) return;
    key = keyIn(table, last);
    yield { rows, key };
    if (rows.length < limit) return;
    const perRow = sizeOf(rows) / rows.length;
    limit = Math.max(1, Math.min(MOST_ROWS, 4 * limit, Math.floor(SIZE / perRow)));
  }
}

export interface Digest {
  rows: number;
  /** SHA-256 of all values in the order of the keys, in hex. */
  hash: string;
}

/** @param onRows gets the number of rows read since its last call. */
export async function digestOf(
  side: Side,
  table: CopiedTable,
  onRows: (more: number) => void,
): Promise<Digest> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { rows } of portions(side, table, null)) {
    hash.update(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    count += rows.length;
    onRows(rows.length);
  }
  return { rows: count, hash: hash.digest('hex') };
}

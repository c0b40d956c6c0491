/** The mark of a database that a copy was not finished into: how far it came. */
import { OperatorError } from '#lib/operator-error.ts';
import type { Side } from './side.ts';
import type { CopiedTable } from './tables.ts';

export const MARK = '_grove_copy';

/** What a server says that is started on such a database. */
export function unfinished(): OperatorError {
  return new OperatorError('a copy into it is not finished; run the same grove copy again');
}

export interface Progress {
  table: CopiedTable;
  /** Of the last row of the table that is there; null if there is none. */
  key: unknown[] | null;
  /** Of all tables. */
  rows: number;
}

export async function makeMark(side: Side, source: string, table: CopiedTable): Promise<void> {
  await side.run(`CREATE TABLE "${MARK}" ("source" TEXT, "table" TEXT, "key" TEXT, "rows" BIGINT)`);
  await side.run(`INSERT INTO "${MARK}" VALUES (?, ?, 'null', 0)`, [source, table]);
}

/** @throws OperatorError if it is the mark of a copy of something else. */
export async function readMark(side: Side, source: string): Promise<Progress> {
  const { rows } = await side.run(`SELECT "source", "table", "key", "rows" FROM "${MARK}"`);
  const [from, table, key, count] = rows[0] ?? [];
  if (from !== source) {
    throw new OperatorError(`${side.place} holds an unfinished copy of ${from}; empty it first`);
  }
  return {
    table: table as CopiedTable,
    key: JSON.parse(String(key)) as unknown[] | null,
    rows: Number(count),
  };
}

/** @throws OperatorError if somebody else has moved it. */
export async function moveMark(side: Side, from: Progress, to: Progress): Promise<void> {
  const { changes } = await side.run(
    `UPDATE "${MARK}" SET "table" = ?, "key" = ?, "rows" = ? WHERE "rows" = ? AND "table" = ?`,
    [to.table, JSON.stringify(to.key), to.rows, from.rows, from.table],
  );
  if (changes !== 1) throw new OperatorError(`another copy into ${side.place} is under way`);
}

export async function removeMark(side: Side): Promise<void> {
  await side.run(`DROP TABLE "${MARK}"`);
}

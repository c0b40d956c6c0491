/** Inserts the rows of a data set, and spreads their creation times. */
import type { Database as Sqlite } from 'better-sqlite3';
import type { Random } from '../cli/demo/random.ts';
import type { PlacedGroup } from './tree.ts';

type Row = Readonly<Record<string, string | number | null>>;

const START = Date.UTC(2019, 0, 1);
const SPAN_MS = Date.UTC(2026, 0, 1) - START;
/** The time between a group and the latest of its rows. */
const SPREAD_MS = SPAN_MS / 50;

export function inserter(database: Sqlite, table: string): (row: Row) => void {
  let run: ((row: Row) => unknown) | undefined;
  return (row) => {
    if (run === undefined) {
      const columns = Object.keys(row);
      const statement = database.prepare(
        `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join()})
         VALUES (${columns.map((column) => `@${column}`).join()})`,
      );
      run = (values) => statement.run(values);
    }
    run(row);
  };
}

export function timesOf(
  random: Random,
  { age }: PlacedGroup,
): { createTime: number; updateTime: number } {
  const createTime = START + Math.floor(age * SPAN_MS + random.next() * SPREAD_MS);
  return { createTime, updateTime: createTime + Math.floor(random.next() * SPREAD_MS) };
}

/**
 * Moves all rows from one database into an empty one, of the other engine or of the same, in one
 * transaction. One that is interrupted leaves empty tables, and can be begun again.
 *
 * @see docs/decisions/README.md, 29
 */
import { createHash } from 'node:crypto';
import { OperatorError } from '#lib/operator-error.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { execute, type Source } from '#lib/store/prisma/reads.ts';
import { insertJson } from '#lib/store/sql/bulk.ts';
import { pendingOf, RECORDED, type Recorded } from '#lib/store/sql/migrations.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import { portions, rowsIn, TABLES } from './rows.ts';
import { openSide, writing, type Side } from './side.ts';

/** What a copy does at the moment, for whoever waits. */
export interface Step {
  what: 'copying' | 'comparing';
  table: TableName;
  /** Rows that are done, and all of them. */
  rows: number;
  total: number;
}

export interface CopyResult {
  from: string;
  to: string;
  /** The rows of each table, compared by their hashes. */
  counts: Record<string, number>;
}

export interface CopyOrder {
  /** `postgresql://…` or `file:…`, as in DATABASE_URL. */
  from: string;
  to: string;
  onStep: (step: Step) => void;
}

/** @throws OperatorError if the two cannot be used, or differ in the end. */
export async function copy({ from, to, onStep }: CopyOrder): Promise<CopyResult> {
  const source = await openSide(from, '--from');
  try {
    // Nobody else writes to the source meanwhile.
    return await writing(source, async (rows) => {
      await requireSource(source, rows);
      const target = await openSide(to, '--to');
      try {
        if (target.place === source.place) throw notEmpty(target);
        await requireEmpty(target);
        await target.migrate();
        const total = await rowsIn(rows);
        const show = (step: Omit<Step, 'total'>) => onStep({ ...step, total });
        const counts = await writing(target, (written) => fill({ rows, target, written }, show));
        return { from: source.place, to: target.place, counts };
      } finally {
        await target.close();
      }
    });
  } finally {
    await source.close();
  }
}

async function tablesOf(side: Side, rows: Source): Promise<string[]> {
  const tables = await rows.run(() => rowsOf<{ name: string }>(side.tables));
  return tables.map(({ name }) => name);
}

async function requireSource(source: Side, rows: Source): Promise<void> {
  const tables = await tablesOf(source, rows);
  if (!tables.includes('Group')) throw new OperatorError(`${source.place} holds no data of Grove`);
  const history = await rows.run(() => rowsOf<Recorded>(RECORDED));
  if (pendingOf(source.migrations, history).length === 0) return;
  throw new OperatorError(`${source.place} is of an older version: start this one with it first`);
}

/** There may be tables without rows, as an interrupted copy leaves them. */
const requireEmpty = (target: Side): Promise<void> =>
  writing(target, async (rows) => {
    const tables = await tablesOf(target, rows);
    if (tables.length === 0) return;
    if (!tables.includes('Group') || (await rowsIn(rows, NOT_BUILT_IN)) > 0) throw notEmpty(target);
  });

const NOT_BUILT_IN = TABLES.filter((table) => table !== 'Role');

const notEmpty = ({ place }: Side) =>
  new OperatorError(`${place} is not empty: copy into a new database`);

async function fill(
  { rows, target, written }: { rows: Source; target: Side; written: Source },
  show: (step: Omit<Step, 'total'>) => void,
): Promise<Record<string, number>> {
  // The source has the built-in ones, too.
  await execute(written, { sql: 'DELETE FROM "Role"', params: [] });
  let done = 0;
  for (const table of TABLES) {
    for await (const { json, count } of portions(rows, table)) {
      requireStorable(target, table, json);
      await execute(written, insertJson(written.dialect, table, json));
      show({ what: 'copying', table, rows: (done += count) });
    }
  }
  const counts: Record<string, number> = {};
  done = 0;
  for (const table of TABLES) {
    const expected = await digestOf(rows, table, (count) =>
      show({ what: 'comparing', table, rows: (done += count) }),
    );
    const found = await digestOf(written, table);
    if (expected.hash !== found.hash) {
      throw new OperatorError(
        `the copy differs in ${table}: ${expected.rows} rows became ${found.rows}`,
      );
    }
    counts[table] = expected.rows;
  }
  // The server would plan by the empty tables for a while.
  if (written.dialect.isRemote) await execute(written, { sql: 'ANALYZE', params: [] });
  return counts;
}

/** An escape that is not escaped itself. JSON with one could be stored, but PostgreSQL would not read it. */
const ZERO = /(?<!\\)(?:\\\\)*\\u0000/;

function requireStorable({ store }: Side, table: TableName, json: string): void {
  if (!store.dialect.isRemote || !ZERO.test(json)) return;
  const odd = (JSON.parse(json) as object[]).find((row) => ZERO.test(JSON.stringify(row)));
  const [key] = Object.values(odd ?? {});
  throw new OperatorError(
    `${table} ${key} has a text with the character U+0000, which PostgreSQL cannot store`,
  );
}

async function digestOf(
  rows: Source,
  table: TableName,
  onRows: (count: number) => void = () => {},
): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256');
  let all = 0;
  for await (const { json, count } of portions(rows, table)) {
    hash.update(json);
    onRows(count);
    all += count;
  }
  return { rows: all, hash: hash.digest('hex') };
}

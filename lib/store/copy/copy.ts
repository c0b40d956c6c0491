/**
 * Moves all rows from one database into an empty one, of the other engine or of the same. An
 * interrupted copy is resumed after its last rows. Until it is finished, no server starts on it.
 *
 * @see docs/decisions/README.md, 29
 */
import { createHash } from 'node:crypto';
import { OperatorError } from '#lib/operator-error.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { isServer } from '#lib/settings/database.ts';
import { openServer } from '#lib/store/postgres/copying.ts';
import { execute, type Source } from '#lib/store/prisma/reads.ts';
import { insertJson } from '#lib/store/sql/bulk.ts';
import { pendingOf, RECORDED, type Recorded } from '#lib/store/sql/migrations.ts';
import { rowOf, rowsOf } from '#lib/store/sql/plan.ts';
import { openFile } from '#lib/store/sqlite/copying.ts';
import { lastKey, portions, rowsIn, TABLES } from './rows.ts';
import { writing, type Side } from './side.ts';
import { MARK } from './unfinished.ts';

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
  const source = await open(from, '--from');
  try {
    // Nobody else writes to the source meanwhile.
    return await writing(source, async (rows) => {
      await requireSource(source, rows);
      const target = await open(to, '--to');
      try {
        const total = await rowsIn(rows);
        const show = (step: Omit<Step, 'total'>) => onStep({ ...step, total });
        await begin(target, source);
        await fill(rows, target, show);
        const counts = await finish({ source, rows, target }, show);
        return { from: source.place, to: target.place, counts };
      } finally {
        await target.close();
      }
    });
  } finally {
    await source.close();
  }
}

const open = (address: string, name: '--from' | '--to'): Promise<Side> =>
  isServer(address) ? openServer(address, name) : openFile(address, name);

async function tablesOf(side: Side, rows: Source): Promise<string[]> {
  const tables = await rows.run(() => rowsOf<{ name: string }>(side.tables));
  return tables.map(({ name }) => name);
}

async function requireSource(source: Side, rows: Source): Promise<void> {
  const tables = await tablesOf(source, rows);
  if (tables.includes(MARK)) throw new OperatorError(`${source.place} is an unfinished copy`);
  if (!tables.includes('Group')) throw new OperatorError(`${source.place} holds no data of Grove`);
  const history = await rows.run(() => rowsOf<Recorded>(RECORDED));
  if (pendingOf(source.migrations, history).length === 0) return;
  throw new OperatorError(`${source.place} is of an older version: start this one with it first`);
}

/** Makes the mark and the tables, or finds those of a copy of the same source by the same version. */
async function begin(target: Side, source: Side): Promise<void> {
  if (target.place === source.place) throw notEmpty(target);
  const mark = `${source.place} up to ${source.migrations.at(-1)?.name}`;
  const isBegun = await writing(target, async (rows) => {
    const tables = await tablesOf(target, rows);
    if (tables.length === 0) await execute(rows, EMPTY_MARK);
    else if (!tables.includes(MARK)) throw notEmpty(target);
    const known = await rows.run(() => rowOf<{ source: string }>(`SELECT "source" FROM "${MARK}"`));
    if (known === undefined || known.source === mark) return known !== undefined;
    throw new OperatorError(
      `${target.place} holds an unfinished copy of ${known.source}; empty it first`,
    );
  });
  if (isBegun) return;
  await target.migrate();
  await writing(target, (rows) =>
    execute(
      rows,
      { sql: `INSERT INTO "${MARK}" VALUES (?)`, params: [mark] },
      // The source has the built-in ones, too.
      { sql: 'DELETE FROM "Role"', params: [] },
    ),
  );
}

/** Without a row until the tables are ready: whoever comes before that makes them. */
const EMPTY_MARK = { sql: `CREATE TABLE "${MARK}" ("source" TEXT)`, params: [] };

const notEmpty = ({ place }: Side) =>
  new OperatorError(`${place} is not empty: copy into a new database`);

type Show = (step: Omit<Step, 'total'>) => void;

async function fill(rows: Source, target: Side, show: Show): Promise<void> {
  let done = await writing(target, rowsIn);
  for (const table of TABLES) {
    const after = await writing(target, (written) => lastKey(written, table));
    for await (const { json, count } of portions(rows, table, after)) {
      requireStorable(target, table, json);
      await writing(target, (written) =>
        execute(written, insertJson(written.dialect, table, json)),
      );
      done += count;
      show({ what: 'copying', table, rows: done });
    }
  }
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

function finish(
  { source, rows, target }: { source: Side; rows: Source; target: Side },
  show: Show,
): Promise<Record<string, number>> {
  return writing(target, async (written) => {
    const counts: Record<string, number> = {};
    let done = 0;
    for (const table of TABLES) {
      const expected = await digestOf(rows, table, (count) =>
        show({ what: 'comparing', table, rows: (done += count) }),
      );
      const found = await digestOf(written, table);
      if (expected.hash !== found.hash) {
        throw new OperatorError(
          `the copy differs in ${table}: ${expected.rows} rows became ${found.rows}. ` +
            `If ${source.place} was used in between, empty ${target.place} and copy again`,
        );
      }
      counts[table] = expected.rows;
    }
    await execute(written, { sql: `DROP TABLE "${MARK}"`, params: [] });
    // The server would plan by the empty tables for a while.
    if (written.dialect.isRemote) await execute(written, { sql: 'ANALYZE', params: [] });
    return counts;
  });
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

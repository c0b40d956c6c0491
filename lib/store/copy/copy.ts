/**
 * Moves all rows from one database into an empty one, of the other engine or of the same. An
 * interrupted copy is resumed where it stopped. Until it is finished, no server starts on it.
 */
import { OperatorError } from '#lib/operator-error.ts';
import { isServer } from '#lib/settings/database.ts';
import { openServer } from '#lib/store/postgres/copying.ts';
import { openFile } from '#lib/store/sqlite/copying.ts';
import { digestOf, portions } from './read.ts';
import type { Side } from './side.ts';
import { TABLES } from './tables.ts';
import type { CopiedTable } from './tables.ts';
import { makeMark, MARK, moveMark, readMark, removeMark } from './unfinished.ts';
import type { Progress } from './unfinished.ts';

/** What a copy does at the moment, for whoever waits. */
export interface Step {
  what: 'copying' | 'comparing' | 'counting';
  table?: CopiedTable;
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
  const source = await open(from, 'from');
  try {
    await requireSource(source);
    const target = await open(to, 'to');
    try {
      await source.hold();
      const total = await rowsIn(source);
      await fill(source, target, (step) => onStep({ ...step, total }));
      const counts = await compare(source, target, (step) => onStep({ ...step, total }));
      onStep({ what: 'counting', rows: total, total });
      await target.whole(async () => {
        await target.derive();
        await removeMark(target);
      });
      return { from: source.place, to: target.place, counts };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const open = (address: string, role: 'from' | 'to') =>
  isServer(address) ? openServer(address, role) : openFile(address, role);

async function requireSource(source: Side): Promise<void> {
  const tables = await source.tables();
  if (tables.includes(MARK)) throw new OperatorError(`${source.place} is an unfinished copy`);
  if (!tables.includes('Group')) throw new OperatorError(`${source.place} holds no data of Grove`);
  if (await source.isCurrent()) return;
  throw new OperatorError(`${source.place} is of an older version: start this one with it first`);
}

async function rowsIn(side: Side): Promise<number> {
  let total = 0;
  for (const table of TABLES) {
    const { rows } = await side.run(`SELECT count(*) FROM "${table}"`);
    total += Number(rows[0]?.[0]);
  }
  return total;
}

type OnStep = (step: Omit<Step, 'total'>) => void;

async function fill(source: Side, target: Side, onStep: OnStep): Promise<void> {
  let progress = await begun(source, target);
  for (const table of TABLES.slice(TABLES.indexOf(progress.table))) {
    for await (const { rows, key } of portions(source, table, keyIn(progress, table))) {
      const next = { table, key, rows: progress.rows + rows.length };
      await target.whole(async () => {
        await moveMark(target, progress, next);
        await target.insert(table, rows);
      });
      progress = next;
      onStep({ what: 'copying', table, rows: progress.rows });
    }
  }
}

const keyIn = (progress: Progress, table: CopiedTable) =>
  progress.table === table ? progress.key : null;

/** Where to resume. The mark comes first, so that tables without it are another program's. */
async function begun(source: Side, target: Side): Promise<Progress> {
  const [first] = TABLES as [CopiedTable];
  const tables = await target.tables();
  if (!tables.includes(MARK)) {
    if (tables.length > 0) {
      throw new OperatorError(`${target.place} is not empty: copy into a new database`);
    }
    await target.whole(() => makeMark(target, source.place, first));
  }
  const progress = await readMark(target, source.place);
  await target.makeTables();
  return progress;
}

async function compare(
  source: Side,
  target: Side,
  onStep: OnStep,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let rows = 0;
  for (const table of TABLES) {
    const onRows = (more: number) => onStep({ what: 'comparing', table, rows: (rows += more) });
    const [expected, found] = await Promise.all([
      digestOf(source, table, onRows),
      digestOf(target, table, () => {}),
    ]);
    if (expected.hash !== found.hash) {
      throw new OperatorError(
        `the copy differs in ${table}: ${expected.rows} rows became ${found.rows}. ` +
          `If ${source.place} was used in between, empty ${target.place} and copy again`,
      );
    }
    counts[table] = expected.rows;
  }
  return counts;
}

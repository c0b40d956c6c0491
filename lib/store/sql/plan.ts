/**
 * What an engine is asked to do: statement after statement, each of which may depend on what the
 * last one found. An embedded database follows a plan without a pause.
 */

/** A row as the driver gives it. */
export type Values = Record<string, unknown>;

export interface Statement {
  /** With a question mark for each parameter, and no other one. */
  sql: string;
  params: readonly unknown[];
  /** True where there is at most one row, which takes a driver less than a list. */
  isOne?: boolean;
  /**
   * True where the indexes to read are the same whatever the parameters are, so that a server need
   * not plan it again; false where they are not, so that it has to. It holds for what follows in the
   * plan, until a statement says otherwise. Before, the server decides.
   */
  isFixed?: boolean;
  /** How many rows it is expected to look at, where that is known. */
  cost?: number;
}

/** Text for a statement, with its parameters. */
export type Part = Pick<Statement, 'sql' | 'params'>;

export interface Result {
  rows: readonly Values[];
  /** How many rows were written. */
  changes: number;
}

export type Plan<T> = Generator<Statement, T, Result>;

export interface Runner {
  run<T>(plan: () => Plan<T>): Promise<T>;
  /** The reads of the plan agree with each other, even if others write in the meantime. */
  runAtOnce<T>(plan: () => Plan<T>): Promise<T>;
}

/** Follows a plan to its end. */
export async function follow<T>(
  plan: Plan<T>,
  run: (statement: Statement) => Promise<Result>,
): Promise<T> {
  let step = plan.next();
  while (step.done !== true) step = plan.next(await run(step.value));
  return step.value;
}

/** @returns the rows of one statement. */
export function* rowsOf<Row = Values>(
  sql: string,
  params: readonly unknown[] = [],
  isFixed?: boolean,
): Plan<readonly Row[]> {
  const { rows } = yield { sql, params, isFixed };
  return rows as readonly Row[];
}

/** @returns the row of a statement that finds at most one. */
export function* rowOf<Row = Values>(
  sql: string,
  params: readonly unknown[] = [],
): Plan<Row | undefined> {
  const { rows } = yield { sql, params, isOne: true };
  return rows[0] as Row | undefined;
}

/** @returns the number of rows that one statement has written. */
export function* changesOf(sql: string, params: readonly unknown[] = []): Plan<number> {
  const { changes } = yield { sql, params };
  return changes;
}

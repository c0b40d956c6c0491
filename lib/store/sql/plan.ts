/**
 * What an engine is asked to do: statement after statement, each of which may depend on what the
 * last one found. An embedded database follows a plan without a pause.
 */

/** A row as the driver gives it. */
export type Values = Record<string, unknown>;

export interface Bounds {
  /** How many rows a statement may look at, where that is known. */
  cost?: number;
  /** SQLite ends it after the first row that has so many bytes before it, by the "weight" of each. */
  bytes?: number;
}

export interface Statement extends Bounds {
  /** With a question mark for each parameter, and no other one. */
  sql: string;
  params: readonly unknown[];
}

export type Part = Pick<Statement, 'sql' | 'params'>;

export type Plan<T> = Generator<Statement, T, readonly Values[]>;

export type Run = <T>(plan: () => Plan<T>) => Promise<T>;

export async function follow<T>(
  plan: Plan<T>,
  ask: (statement: Statement) => Promise<readonly Values[]>,
): Promise<T> {
  let step = plan.next();
  while (step.done !== true) step = plan.next(await ask(step.value));
  return step.value;
}

/** @returns the rows of one statement. */
export function* rowsOf<Row = Values>(
  sql: string,
  params: readonly unknown[] = [],
  bounds: Bounds = {},
): Plan<readonly Row[]> {
  return (yield { ...bounds, sql, params }) as readonly Row[];
}

/** @returns the row of a statement that finds at most one. */
export function* rowOf<Row = Values>(
  sql: string,
  params: readonly unknown[] = [],
): Plan<Row | undefined> {
  return (yield* rowsOf<Row>(sql, params))[0];
}

/** True for no parts with AND, false with OR. */
export function joined(parts: readonly Part[], word: 'AND' | 'OR'): Part {
  const [only, ...others] = parts;
  if (only === undefined) return { sql: word === 'AND' ? 'TRUE' : 'FALSE', params: [] };
  if (others.length === 0) return only;
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(` ${word} `),
    params: parts.flatMap(({ params }) => params),
  };
}

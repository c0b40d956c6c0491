/** One connection with the statements that were prepared on it. */
import Database from 'better-sqlite3';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Plan, Statement as PlanStatement, Values } from '#lib/store/sql/plan.ts';

/** How long a statement waits for another process, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000;

/** The memory of a small container, in bytes. */
const LITTLE_MEMORY = 512 * 1024 * 1024;

/**
 * Memory for the pages of a connection, in KiB. In a small container the system's cache of the file has
 * to do, which shrinks as soon as the process needs the memory.
 *
 * @param most for a connection that has room.
 * @param limit of the container, in bytes; 0 if there is none.
 */
export const pageCache = (most: number, limit = process.constrainedMemory()): number =>
  limit > 0 && limit <= LITTLE_MEMORY ? most / 4 : most;

/** Thrown instead of running a statement that would look at too many rows. */
export const TOO_LONG = Object.assign(new Error('the read takes long'), { name: 'TooLong' });

/** True for {@link TOO_LONG}. By its name, because Next bundles a second copy of this module. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && error.name === TOO_LONG.name;

/** Each combination of filters is another statement. */
const MAX_STATEMENTS = 500;

/** The statements of a connection. */
export function keeping<Kept extends object>(make: (sql: string) => Kept): (sql: string) => Kept {
  const kept = new LRUCache<string, Kept>({ max: MAX_STATEMENTS, memoMethod: make });
  return (sql) => kept.memo(sql);
}

/** The rows up to the first that has so many bytes before it. */
function upTo(bytes: number, rows: Iterable<Values>): Values[] {
  const read: Values[] = [];
  let before = 0;
  for (const row of rows) {
    read.push(row);
    if (before >= bytes) break;
    before += Number(row['weight']);
  }
  return read;
}

export class Connection {
  readonly database: Sqlite;
  readonly #most: number;
  readonly #kept = keeping((sql) => this.database.prepare<unknown[]>(sql));

  /** @param most how many rows a statement may look at. */
  constructor(database: Sqlite, most = Infinity) {
    this.database = database;
    this.#most = most;
  }

  prepared(sql: string): Statement<unknown[]> {
    return this.#kept(sql);
  }

  follow<T>(plan: Plan<T>): T {
    let step = plan.next();
    while (step.done !== true) step = plan.next(this.run(step.value));
    return step.value;
  }

  run({ sql, params, cost = 0, bytes }: PlanStatement): Values[] {
    if (cost > this.#most) throw TOO_LONG;
    const statement = this.prepared(sql);
    if (!statement.reader) {
      statement.run(...params);
      return [];
    }
    if (bytes === undefined) return statement.all(...params) as Values[];
    return upTo(bytes, statement.iterate(...params) as IterableIterator<Values>);
  }

  /** Runs reads that must agree with each other. */
  atOnce<T>(plan: Plan<T>): T {
    this.prepared('BEGIN').run();
    try {
      return this.follow(plan);
    } finally {
      this.prepared('COMMIT').run();
    }
  }
}

/**
 * @param cache as {@link pageCache}.
 * @param most as {@link Connection}.
 */
export function openReader(file: string, cache: number, most?: number): Connection {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  // SQLite reads a negative number as KiB.
  database.pragma(`cache_size = ${-pageCache(cache)}`);
  database.pragma('query_only = ON');
  return new Connection(database, most);
}

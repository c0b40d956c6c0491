import Database from 'better-sqlite3';
import { Connection } from './connection.ts';

/** How long a statement waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** @param cache memory for pages, in KiB. */
export function openReader(file: string, cache: number): Connection {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  // SQLite reads a negative number as KiB.
  database.pragma(`cache_size = ${-cache}`);
  database.pragma('query_only = ON');
  return new Connection(database);
}

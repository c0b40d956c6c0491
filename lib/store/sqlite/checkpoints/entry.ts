/** A thread that brings the log into the database file whenever it is asked to. */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Brought } from './thread.ts';

const database = new Database(workerData as string);

function bring(): Brought {
  try {
    // Without waiting for those who still read an older state: what they hold up comes next time.
    database.pragma('wal_checkpoint(PASSIVE)');
    return null;
  } catch (error) {
    // An error would lose its code on the way.
    return inspect(error);
  }
}

parentPort?.on('message', () => parentPort?.postMessage(bring(), []));

/** Copies the write-ahead log into the file, beside the server, whenever it is asked. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { COPY, COPY_NOTHING } from './write-ahead-log.ts';

const database = new Database(workerData as string);
database.exec(COPY_NOTHING);
parentPort?.on('message', () => {
  database.exec(COPY);
  parentPort?.postMessage(null, []);
});

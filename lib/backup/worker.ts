/** Makes one backup in a thread of its own, so that answers do not wait for the disk. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { isOperatorError } from '#lib/operator-error.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { backUp } from './back-up.ts';
import { passphraseOfSettings } from './locked-keys.ts';

/** The message of the thread: the size of the file, or the problem. */
export type Outcome = { bytes: number } | { problem: string };

async function outcome(file: string): Promise<Outcome> {
  try {
    await openDatabase();
    const { bytes } = await backUp(file, passphraseOfSettings());
    return { bytes };
  } catch (error) {
    const { message, stack } = error as Error;
    return { problem: isOperatorError(error) ? message : (stack ?? message) };
  } finally {
    await closeDatabase();
  }
}

const { file } = z.object({ file: z.string() }).parse(workerData);
// Nothing is transferred: the outcome is copied.
parentPort?.postMessage(await outcome(file), []);

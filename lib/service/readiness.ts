import { randomBytes } from 'node:crypto';
import { all, is } from '#lib/store/predicates.ts';
import { isDiskFull, noteRoom } from '#lib/store/full-disk.ts';
import { committed, transaction } from '#lib/store/store.ts';

/** Checks that the database responds, and that its disk has room after it was full. */
export async function isReady(): Promise<boolean> {
  try {
    if (isDiskFull()) return await hasRoomAgain();
    await committed.count('Setting', all());
    return true;
  } catch {
    return false;
  }
}

const TRIAL = 'trial-of-the-disk';
/** More than the free part of a file or of its log is likely to hold. */
const TRIAL_LENGTH = 256 * 1_024;
/** Anybody may ask whether Grove is ready. So it writes no more often than this. */
const TRIAL_EVERY_MS = 1_000;
let nextTrial = 0;

/** Writes to find out, since nobody else may write for a while. */
async function hasRoomAgain(): Promise<boolean> {
  const now = performance.now();
  if (now < nextTrial) return false;
  nextTrial = now + TRIAL_EVERY_MS;
  // A database compresses what repeats itself.
  const value = randomBytes((TRIAL_LENGTH * 3) / 4).toString('base64');
  await transaction((tx) => tx.put('Setting', { key: TRIAL, value }));
  await transaction((tx) => tx.deleteAll('Setting', is('key', TRIAL)));
  noteRoom();
  return true;
}

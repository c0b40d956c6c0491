import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from './report.mjs';

const POLL_MS = 200;

/**
 * Runs `work` in one process at a time. Takes over a lock whose process has ended.
 *
 * @template T
 * @param {string} cacheFolder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function locked(cacheFolder, work) {
  const lock = join(cacheFolder, 'prepare.lock');
  mkdirSync(cacheFolder, { recursive: true });
  let said = false;
  while (!take(lock)) {
    if (!said) note('Another process is preparing Grove; waiting for it.');
    said = true;
    await sleep(POLL_MS);
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} lock */
function take(lock) {
  // The file is renamed after it is written, so a lock always names its owner.
  const own = `${lock}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  writeFileSync(join(own, 'pid'), String(process.pid));
  try {
    renameSync(own, lock);
    return true;
  } catch {
    rmSync(own, { recursive: true, force: true });
    if (!isOwnerAlive(lock)) dropStale(lock);
    return false;
  }
}

/** @param {string} lock */
function isOwnerAlive(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} lock */
function dropStale(lock) {
  const stale = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, stale);
  } catch {
    return;
  }
  rmSync(stale, { recursive: true, force: true });
}

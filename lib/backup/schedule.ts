/** The backups that the server makes by itself: how often, and how the last one went. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { perProcess } from '#lib/per-process.ts';
import type { BackupSettings } from '#lib/settings/backups.ts';
import { copies } from '#lib/store/store.ts';
import { passphraseOfSettings } from './locked-keys.ts';
import { nameAt, newestIn, prune } from './folder.ts';
import type { Outcome } from './worker.ts';

/** How often the schedule looks for a due backup, and how long it waits after a failure. */
const TICK_MS = 15_000;
const RETRY_MS = 10 * 60_000;

/** From the root of the project, because Next's copy of this module is elsewhere. */
const entry = () => join(/* turbopackIgnore: true */ process.cwd(), 'lib/backup/worker.ts');

export interface BackupState {
  /** Milliseconds from one backup to the next; null where the server makes none. */
  every: number | null;
  running: boolean;
  /** When the newest backup in the folder was made, in milliseconds; null where there is none. */
  newest: number | null;
  /** Of the last one that this process made. */
  last: { bytes: number; seconds: number } | null;
  succeeded: number;
  failed: number;
}

interface Schedule {
  state: BackupState;
  worker: Worker | null;
  /** No backup begins before this time, in milliseconds. */
  retryTime: number;
  timer: NodeJS.Timeout;
}

const running = perProcess<Schedule>('backups');

/** Null where the server makes no backups by itself. */
export function backupState(): BackupState | null {
  return running.value?.state ?? null;
}

/** @throws OperatorError where backups are asked for that cannot be made. */
export function startBackups(): void {
  const { backups, wrappingKey } = config();
  const { every, folder } = backups;
  if (every === null) return;
  if (copies === null) {
    throw new OperatorError('GROVE_BACKUP_EVERY is for SQLite; see docs/operations.md');
  }
  if (passphraseOfSettings() === undefined && wrappingKey === undefined) {
    throw new OperatorError(
      'GROVE_BACKUP_EVERY needs GROVE_BACKUP_PASSPHRASE_FILE or GROVE_ENCRYPTION_KEY, because a backup holds keys',
    );
  }
  const state: BackupState = {
    every,
    running: false,
    newest: newestIn(folder),
    last: null,
    succeeded: 0,
    failed: 0,
  };
  const tick = () => {
    const now = Date.now();
    const isDue = now >= (state.newest ?? 0) + every && now >= schedule.retryTime;
    if (isDue && schedule.worker === null) void run(schedule, backups, now);
  };
  const timer = setInterval(tick, TICK_MS).unref();
  const schedule: Schedule = { state, worker: null, retryTime: 0, timer };
  running.value = schedule;
  tick();
}

/** Ends the schedule, and a backup that is under way. Its file then does not exist. */
export async function stopBackups(): Promise<void> {
  const schedule = running.take();
  if (schedule === undefined) return;
  clearInterval(schedule.timer);
  await schedule.worker?.terminate();
}

async function run(
  schedule: Schedule,
  { folder, keep }: BackupSettings,
  now: number,
): Promise<void> {
  const { state } = schedule;
  const start = performance.now();
  state.running = true;
  const outcome = await made(schedule, join(folder, nameAt(now)));
  state.running = false;
  schedule.worker = null;
  if (running.value !== schedule) return;
  if ('problem' in outcome) {
    state.failed += 1;
    schedule.retryTime = Date.now() + RETRY_MS;
    logError('a backup failed', outcome.problem);
    return;
  }
  state.succeeded += 1;
  state.newest = now;
  state.last = { bytes: outcome.bytes, seconds: (performance.now() - start) / 1_000 };
  try {
    prune(folder, keep);
  } catch (error) {
    logError('older backups were not deleted', error);
  }
}

async function made(schedule: Schedule, file: string): Promise<Outcome> {
  try {
    const worker = new Worker(entry(), { workerData: { file } });
    schedule.worker = worker;
    const ended = once(worker, 'exit').then(() => ['exit'] as const);
    const [outcome] = await Promise.race([once(worker, 'message') as Promise<[Outcome]>, ended]);
    return outcome === 'exit' ? { problem: 'its thread has ended' } : outcome;
  } catch (error) {
    return { problem: String(error) };
  }
}

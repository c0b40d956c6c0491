/**
 * Removes audit records that are older than the operator keeps them: once a day, by one process of an
 * installation.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads } from '#lib/store/store.ts';
import { pruneChain } from './prune.ts';

const KEY = 'audit-retention';
const DAY_MS = 24 * 60 * 60 * 1000;
/** After this time, the process that began counts as dead. */
const LEASE_MS = 60 * 60 * 1000;

/** The last or current run. All times in milliseconds. */
const run = z.strictObject({ holder: z.string(), begun: z.number(), isDone: z.boolean() });

type Run = z.infer<typeof run>;

async function lastRun(reads: Reads): Promise<Run | null> {
  const setting = await reads.first('Setting', is('key', KEY));
  return setting === null ? null : run.parse(JSON.parse(setting.value));
}

function isDue(last: Run | null, now: number): boolean {
  return last === null || now - last.begun >= (last.isDone ? DAY_MS : LEASE_MS);
}

/** Prunes every chain if that is due. A chain that is not whole stays as it is. */
export async function pruneExpired(signal?: AbortSignal): Promise<void> {
  const { auditRetention } = config();
  if (auditRetention === null || !isDue(await lastRun(committed), Date.now())) return;
  const taken = await takeLease(Date.now());
  if (taken === null) return;
  const before = new Date(taken.begun - auditRetention);
  for (const chain of await committed.chains()) {
    await pruneChain(chain, before, { actor: 'audit retention', signal }).catch(
      (error: unknown) => {
        if (signal?.aborted !== true) logError(`cannot prune the record of ${chain}`, error);
      },
    );
    if (signal?.aborted === true) return;
  }
  await finish(taken);
}

/** Null if another process prunes. */
function takeLease(now: number): Promise<Run | null> {
  return transaction(async (tx) => {
    if (!isDue(await lastRun(tx), now)) return null;
    const taken = { holder: randomUUID(), begun: now, isDone: false };
    await tx.put('Setting', { key: KEY, value: JSON.stringify(taken) });
    return taken;
  });
}

async function finish(taken: Run): Promise<void> {
  await transaction(async (tx) => {
    if ((await lastRun(tx))?.holder !== taken.holder) return;
    await tx.put('Setting', { key: KEY, value: JSON.stringify({ ...taken, isDone: true }) });
  });
}

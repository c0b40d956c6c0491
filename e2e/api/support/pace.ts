/** A pace that makes the server under test cheap and its waits short. */
import { join } from 'node:path';
import type { Pace } from '#lib/settings/pace.ts';

export const CHEAP: Partial<Pace> = {
  passwordCost: { N: 2 ** 4, r: 8, p: 1 },
  backupCost: { N: 2 ** 4, r: 8, p: 1 },
  fetchTimeoutMs: 60_000,
  mailDelayMs: 0,
  registryTimeoutMs: 60_000,
  registryWaits: 0.01,
  syncTickMs: 20,
  deliveryTickMs: 50,
  webhookTimeoutMs: 60_000,
  webhookWaits: 0.001,
  digestSettleMs: 50,
  // No writer may be refused because the machine is busy.
  writerLimits: { busy: 300_000, turn: 300_000, held: 600_000 },
  readinessMs: 20,
  eventPollMs: 10,
  eventRightsMs: 50,
  eventBeatMs: 200,
  v1WriteMs: 20,
};

/** The arguments of Node.js that give a process this pace from its start. */
export const CHEAPLY = ['--import', join(import.meta.dirname, 'cheap.ts')];

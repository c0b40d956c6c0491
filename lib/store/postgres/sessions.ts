/**
 * The connections of the process. Those for single reads are apart from those that wait for their
 * caller, so that a snapshot or a transaction whose work reads something else never waits for
 * itself.
 */
import { config } from '#lib/config.ts';
import { SharedRun } from '#lib/store/sql/shared-run.ts';
import { Turns } from '#lib/store/sql/turns.ts';
import { Connections } from './connections.ts';
import { openReplica } from './replica.ts';
import type { Replica } from './replica.ts';
import type { Session } from './session.ts';
import { Statements } from './session.ts';
import { LEAST_SIZE, readSettings } from './settings.ts';
import { Watch } from './watch.ts';

export interface Sessions {
  /** For plans, which hold it no longer than the database takes. */
  forPlan(): Promise<Session>;
  forSnapshot(): Promise<Session>;
  forWriting(): Promise<Session>;
  /** For those who wait until the log is on the disk. */
  forLog(): Promise<Session>;
  /** Whose turn it is to write in this process. */
  turns: Turns;
  /** What it gave to wait for the log, for all who waited. */
  logged: SharedRun<string | null>;
  /** Null where none is configured. */
  replica: Replica | null;
  close(): Promise<void>;
}

// On globalThis because Next bundles a second copy of this module.
const shared = globalThis as typeof globalThis & { grovePostgres?: Sessions };

/** Connects on first use. */
export function sessions(): Sessions {
  return (shared.grovePostgres ??= open(config().databaseUrl ?? ''));
}

/** The next use opens them again. */
export async function closeSessions(): Promise<void> {
  const open = shared.grovePostgres;
  delete shared.grovePostgres;
  await open?.close();
}

function open(address: string): Sessions {
  const { config: settings, size, isNamed } = readSettings(address);
  const replicaUrl = config().databaseReplicaUrl;
  const replica = replicaUrl === undefined ? null : openReplica(replicaUrl);
  const watch = new Watch(settings);
  const server = { settings, watch, statements: new Statements(isNamed) };
  // With the fewest connections, single reads and the wait for the log share one.
  const ownsLog = size > LEAST_SIZE;
  const forReading = size - (ownsLog ? 2 : 1);
  const held = Math.floor(forReading / 2);
  const forPlan = new Connections(server, forReading - held);
  const forSnapshot = new Connections(server, held);
  const forWriting = new Connections(server, 1);
  const forLog = ownsLog ? new Connections(server, 1) : forPlan;
  return {
    forPlan: () => forPlan.take(),
    forSnapshot: () => forSnapshot.take(),
    forWriting: () => forWriting.take(),
    forLog: () => forLog.take(),
    turns: new Turns(),
    logged: new SharedRun(),
    replica,
    close: async () => {
      watch.close();
      const own = new Set([forPlan, forSnapshot, forWriting, forLog]);
      const open = [...own, ...(replica === null ? [] : [replica])];
      await Promise.all(open.map((one) => one.close()));
    },
  };
}

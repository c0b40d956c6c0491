/**
 * The connections of the process. Those for single reads are apart from those that wait for their
 * caller, so that a snapshot or a transaction whose work reads something else never waits for
 * itself.
 */
import { config } from '#lib/config.ts';
import { Turns } from '#lib/store/sql/turns.ts';
import { Connections } from './connections.ts';
import { openReplica } from './replica.ts';
import type { Replica } from './replica.ts';
import type { Session } from './session.ts';
import { Statements } from './session.ts';
import { readSettings } from './settings.ts';
import { Watch } from './watch.ts';

export interface Sessions {
  /** For plans, which hold it no longer than the database takes. */
  forPlan(): Promise<Session>;
  forSnapshot(): Promise<Session>;
  forWriting(): Promise<Session>;
  /** Whose turn it is to write in this process. */
  turns: Turns;
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
  const held = Math.floor((size - 1) / 2);
  const forPlan = new Connections(server, size - 1 - held);
  const forSnapshot = new Connections(server, held);
  const forWriting = new Connections(server, 1);
  return {
    forPlan: () => forPlan.take(),
    forSnapshot: () => forSnapshot.take(),
    forWriting: () => forWriting.take(),
    turns: new Turns(),
    replica,
    close: async () => {
      watch.close();
      const open = [forPlan, forSnapshot, forWriting, ...(replica === null ? [] : [replica])];
      await Promise.all(open.map((one) => one.close()));
    },
  };
}

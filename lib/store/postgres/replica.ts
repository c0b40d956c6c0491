/**
 * A hot standby that answers lists. It gives no answer rather than an old one, a late one or an
 * error: the primary answers then.
 *
 * @see docs/decisions/041-lists-from-a-standby.md
 */
import { counts } from '#lib/counts.ts';
import type { Moment } from '#lib/store/handles.ts';
import type { Plan } from '#lib/store/sql/plan.ts';
import { tooSlow } from '#lib/store/sql/unavailable.ts';
import { Connections } from './connections.ts';
import { codeOf, isLost, TIMEOUT } from './errors.ts';
import { hasReached } from './moments.ts';
import { planned } from './planned.ts';
import type { Planned } from './planned.ts';
import { Statements } from './session.ts';
import type { Session } from './session.ts';
import { readSettings } from './settings.ts';
import { Watch } from './watch.ts';

export const REPLICA = 'DATABASE_REPLICA_URL';

/**
 * The longest wait for a connection, and for what the standby says of itself, in milliseconds. A
 * list that it has begun may take longer, as long as it gives signs of life.
 */
const PATIENCE_MS = 500;
const PATIENCE = { suspiciousMs: 1_000, signMs: 1_000 };

export interface Replica {
  /**
   * Null if it cannot answer now.
   *
   * @param deadline for a statement, in milliseconds.
   * @throws ApiError DEADLINE_EXCEEDED
   */
  read<T>(moment: Moment, plan: () => Plan<T>, deadline: number): Promise<Planned<T> | null>;
  close(): Promise<void>;
}

/** Connects on first use. */
export function openReplica(address: string): Replica {
  const { config: settings, size, isNamed } = readSettings(address, REPLICA);
  const watch = new Watch(settings, PATIENCE);
  const impatient = { ...settings, connectionTimeoutMillis: PATIENCE_MS };
  const server = { settings: impatient, watch, statements: new Statements(isNamed) };
  const connections = new Connections(server, size);
  /** Whatever keeps it from connecting. The watch says when the standby answers again. */
  const suspected = (error: unknown): never => {
    watch.suspect();
    throw error;
  };
  return {
    async read(moment, plan, deadline) {
      const start = performance.now();
      try {
        const session = await connections.takeFree().catch(suspected);
        if (session === null) {
          counts.replicaBusy += 1;
          return null;
        }
        if (!(await isAsNew(session, moment))) {
          counts.replicaBehind += 1;
          return null;
        }
        const answer = await planned(session, plan, deadline);
        counts.replicaReads += 1;
        return answer;
      } catch (error) {
        const isLate = codeOf(error) === TIMEOUT && performance.now() - start >= deadline;
        if (isLate) throw tooSlow(deadline);
        if (isLost(error)) watch.suspect();
        counts.replicaFailed += 1;
        return null;
      }
    },
    close: async () => {
      watch.close();
      await connections.close();
    },
  };
}

/** Releases the connection of a standby that is not. */
async function isAsNew(session: Session, moment: Moment): Promise<boolean> {
  const timer = setTimeout(() => session.giveUp(), PATIENCE_MS);
  try {
    const isReached = await hasReached(session, moment);
    if (!isReached) session.release(false);
    return isReached;
  } catch (error) {
    session.release(isLost(error));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

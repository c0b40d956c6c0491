/**
 * Counts what this process has done. lib/transport/metrics gives the counts their names and shows
 * them.
 */
const NONE = {
  /** Transactions that had their turn to write, and how long they waited for it, in seconds. */
  writeTurns: 0,
  writeWaitSeconds: 0,
  writersWaiting: 0,
  /** Transactions whose turn did not come in time. */
  writersRefused: 0,
  /** Writes that failed because the disk of the database was full. */
  writesWithoutRoom: 0,
  accessCacheHits: 0,
  accessCacheMisses: 0,
  tokenCacheHits: 0,
  tokenCacheMisses: 0,
  signInFailures: 0,
  signInsDelayed: 0,
  /** Bodies of unknown callers that there was no room for. */
  bodiesRefused: 0,
  /** Connections and files that were not opened because the process had no descriptor left. */
  descriptorsMissing: 0,
  /** Attempts that no record counts, because the database was away or too many came. */
  attemptsUnrecorded: 0,
  mailsSent: 0,
  mailsFailed: 0,
  syncsRunning: 0,
  syncsSucceeded: 0,
  syncsFailed: 0,
  importsSucceeded: 0,
  importsFailed: 0,
  advisoriesImported: 0,
  advisoriesRejected: 0,
};

export type Counts = typeof NONE;

const shared = globalThis as typeof globalThis & { groveCounts?: Counts };

/** The counts of this process since its start. Whoever counts something adds to a member. */
export const counts: Counts = (shared.groveCounts ??= { ...NONE });
